/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Methods that accumulate, as {@link RowStep}s. A method of a usual shape is linked directly, so
 * that a row costs neither boxing nor reflection; any other shape is called through a method
 * handle.
 */
final class Steps {
  interface OfDouble {
    ByteBuffer next(ByteBuffer state, double value);
  }

  interface OfDoubleInt {
    ByteBuffer next(ByteBuffer state, double value, int parameter);
  }

  interface OfDoubleDouble {
    ByteBuffer next(ByteBuffer state, double value, double parameter);
  }

  interface OfDoubleLong {
    ByteBuffer next(ByteBuffer state, double value, long key);
  }

  interface OfDoubleList {
    ByteBuffer next(ByteBuffer state, double value, List<?> parameters);
  }

  interface OfRange {
    ByteBuffer next(ByteBuffer state, double value, double lo, double hi, int bins);
  }

  interface OfLong {
    ByteBuffer next(ByteBuffer state, long value);
  }

  interface OfLongInt {
    ByteBuffer next(ByteBuffer state, long value, int parameter);
  }

  interface OfLongLong {
    ByteBuffer next(ByteBuffer state, long value, long key);
  }

  interface OfLongDouble {
    ByteBuffer next(ByteBuffer state, long value, double key);
  }

  interface OfLongBytes {
    ByteBuffer next(ByteBuffer state, long key, ByteBuffer value);
  }

  interface OfState {
    ByteBuffer next(ByteBuffer state, ByteBuffer other);
  }

  interface OfBytesInt {
    ByteBuffer next(ByteBuffer state, ByteBuffer value, int parameter);
  }

  interface OfBytesLong {
    ByteBuffer next(ByteBuffer state, ByteBuffer value, long key);
  }

  interface OfBytesDouble {
    ByteBuffer next(ByteBuffer state, ByteBuffer value, double key);
  }

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Steps() {}

  /** The step that a method takes; its first parameter is the state. */
  static RowStep of(Method method) {
    RowStep linked = linked(method);
    return linked == null ? ofAnyShape(method) : linked;
  }

  /** Whether a row costs no boxing. */
  static boolean isLinked(Method method) {
    return linked(method) != null;
  }

  /** The types of the parameters behind the first one, the state. */
  static String shape(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    StringBuilder shape = new StringBuilder();
    for (int index = 1; index < parameters.length; index++) {
      shape.append(shape.length() == 0 ? "" : ",").append(parameters[index].getSimpleName());
    }
    return shape.toString();
  }

  private static RowStep linked(Method method) {
    switch (shape(method)) {
      case "double":
        OfDouble ofDouble = link(OfDouble.class, method);
        return (state, row) -> ofDouble.next(state, row.at(0).asDouble());
      case "double,int":
        OfDoubleInt ofDoubleInt = link(OfDoubleInt.class, method);
        return (state, row) -> ofDoubleInt.next(state, row.at(0).asDouble(), row.at(1).asInt());
      case "double,double":
        OfDoubleDouble ofDoubleDouble = link(OfDoubleDouble.class, method);
        return (state, row) ->
            ofDoubleDouble.next(state, row.at(0).asDouble(), row.at(1).asDouble());
      case "double,long":
        OfDoubleLong ofDoubleLong = link(OfDoubleLong.class, method);
        return (state, row) -> ofDoubleLong.next(state, row.at(0).asDouble(), row.at(1).asLong());
      case "double,List":
        OfDoubleList ofDoubleList = link(OfDoubleList.class, method);
        return (state, row) ->
            ofDoubleList.next(state, row.at(0).asDouble(), (List<?>) row.at(1).value());
      case "double,double,double,int":
        OfRange ofRange = link(OfRange.class, method);
        return (state, row) ->
            ofRange.next(
                state,
                row.at(0).asDouble(),
                row.at(1).asDouble(),
                row.at(2).asDouble(),
                row.at(3).asInt());
      case "long":
        OfLong ofLong = link(OfLong.class, method);
        return (state, row) -> ofLong.next(state, row.at(0).asLong());
      case "long,int":
        OfLongInt ofLongInt = link(OfLongInt.class, method);
        return (state, row) -> ofLongInt.next(state, row.at(0).asLong(), row.at(1).asInt());
      case "long,long":
        OfLongLong ofLongLong = link(OfLongLong.class, method);
        return (state, row) -> ofLongLong.next(state, row.at(0).asLong(), row.at(1).asLong());
      case "long,double":
        OfLongDouble ofLongDouble = link(OfLongDouble.class, method);
        return (state, row) -> ofLongDouble.next(state, row.at(0).asLong(), row.at(1).asDouble());
      case "long,ByteBuffer":
        OfLongBytes ofLongBytes = link(OfLongBytes.class, method);
        return (state, row) ->
            ofLongBytes.next(state, row.at(0).asLong(), (ByteBuffer) row.at(1).value());
      case "ByteBuffer":
        OfState ofState = link(OfState.class, method);
        return (state, row) -> ofState.next(state, (ByteBuffer) row.at(0).value());
      case "ByteBuffer,int":
        OfBytesInt ofBytesInt = link(OfBytesInt.class, method);
        return (state, row) ->
            ofBytesInt.next(state, (ByteBuffer) row.at(0).value(), row.at(1).asInt());
      case "ByteBuffer,long":
        OfBytesLong ofBytesLong = link(OfBytesLong.class, method);
        return (state, row) ->
            ofBytesLong.next(state, (ByteBuffer) row.at(0).value(), row.at(1).asLong());
      case "ByteBuffer,double":
        OfBytesDouble ofBytesDouble = link(OfBytesDouble.class, method);
        return (state, row) ->
            ofBytesDouble.next(state, (ByteBuffer) row.at(0).value(), row.at(1).asDouble());
      default:
        return null;
    }
  }

  /** An object of a class whose one method is the given one. */
  static <T> T link(Class<T> shape, Method method) {
    try {
      MethodHandle target = LOOKUP.unreflect(method);
      MethodType called = null;
      for (Method declared : shape.getDeclaredMethods()) {
        called = MethodType.methodType(declared.getReturnType(), declared.getParameterTypes());
      }
      return shape.cast(
          LambdaMetafactory.metafactory(
                  LOOKUP, "next", MethodType.methodType(shape), called, target, called)
              .getTarget()
              .invoke());
    } catch (Throwable failed) {
      throw new IllegalStateException("cannot link " + method, failed);
    }
  }

  private static RowStep ofAnyShape(Method method) {
    JavaMethod any = new JavaMethod(method);
    int size = method.getParameterCount();
    return (state, row) -> {
      Object[] arguments = new Object[size];
      arguments[0] = state;
      for (int index = 1; index < size; index++) {
        arguments[index] = row.get(index - 1);
      }
      return (ByteBuffer) any.call(arguments);
    };
  }
}
