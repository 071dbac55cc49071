/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;

/** The state after the rows of many values of the first argument, which is a double. */
interface DoublesStep {
  /** A method that takes them itself, beside the one that takes one value. */
  interface OfAll {
    ByteBuffer next(ByteBuffer state, double[] values, int size);
  }

  /**
   * Calls the annotated method for each value, or its namesake for all of them.
   *
   * @param state before the first row; changed in place where the method does so
   * @param row the arguments behind the first one
   * @param size how many values there are
   * @throws Throwable what the method throws
   */
  ByteBuffer next(ByteBuffer state, RowArguments row, double[] values, int size) throws Throwable;

  /** The step of a method whose first parameter is the state; null where it takes no doubles. */
  static DoublesStep of(Method method) {
    switch (Steps.shape(method)) {
      case "double":
        return ofOne(method);
      case "double,int":
        Steps.OfDoubleInt ofInt = Steps.link(Steps.OfDoubleInt.class, method);
        return (state, row, values, size) -> {
          int parameter = row.at(1).asInt();
          ByteBuffer next = state;
          for (int index = 0; index < size; index++) {
            next = ofInt.next(next, values[index], parameter);
          }
          return next;
        };
      case "double,double":
        Steps.OfDoubleDouble ofDouble = Steps.link(Steps.OfDoubleDouble.class, method);
        return (state, row, values, size) -> {
          double parameter = row.at(1).asDouble();
          ByteBuffer next = state;
          for (int index = 0; index < size; index++) {
            next = ofDouble.next(next, values[index], parameter);
          }
          return next;
        };
      case "double,List":
        Steps.OfDoubleList ofList = Steps.link(Steps.OfDoubleList.class, method);
        return (state, row, values, size) -> {
          List<?> list = (List<?>) row.at(1).value();
          ByteBuffer next = state;
          for (int index = 0; index < size; index++) {
            next = ofList.next(next, values[index], list);
          }
          return next;
        };
      case "double,double,double,int":
        Steps.OfRange ofRange = Steps.link(Steps.OfRange.class, method);
        return (state, row, values, size) -> {
          double lo = row.at(1).asDouble();
          double hi = row.at(2).asDouble();
          int bins = row.at(3).asInt();
          ByteBuffer next = state;
          for (int index = 0; index < size; index++) {
            next = ofRange.next(next, values[index], lo, hi, bins);
          }
          return next;
        };
      default:
        return null;
    }
  }

  private static DoublesStep ofOne(Method method) {
    Method all = null;
    for (Method namesake : method.getDeclaringClass().getMethods()) {
      if (namesake.getName().equals(method.getName())
          && Steps.shape(namesake).equals("double[],int")) {
        all = namesake;
      }
    }
    if (all != null) {
      OfAll ofAll = Steps.link(OfAll.class, all);
      return (state, row, values, size) -> ofAll.next(state, values, size);
    }
    Steps.OfDouble ofDouble = Steps.link(Steps.OfDouble.class, method);
    return (state, row, values, size) -> {
      ByteBuffer next = state;
      for (int index = 0; index < size; index++) {
        next = ofDouble.next(next, values[index]);
      }
      return next;
    };
  }
}
