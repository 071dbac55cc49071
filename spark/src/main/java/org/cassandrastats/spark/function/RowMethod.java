/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.cassandrastats.spark.argument.ArgumentReader;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;

/**
 * An annotated method whose arguments are read from rows. It is sent to executors, which look for
 * the method again: they read no annotations of other methods.
 */
final class RowMethod implements Serializable {
  private static final long serialVersionUID = 1;

  private final MethodName method;
  private final int first;
  private final DataType[] given;
  private final boolean calledOnNull;
  private transient LinkedMethod linked;

  /**
   * A method for rows of some types.
   *
   * @param first the first parameter that is read from the row: 1 behind a state
   * @param given the types of the rows, which suit the parameters
   */
  RowMethod(Method method, int first, List<DataType> given) {
    this.method = new MethodName(method);
    this.first = first;
    this.given = given.toArray(new DataType[0]);
    this.calledOnNull = method.getAnnotation(CqlFunction.class).calledOnNullInput();
  }

  /** The types of the rows. */
  DataType[] given() {
    return given.clone();
  }

  /** The method. */
  MethodName name() {
    return method;
  }

  /** The type of the result. */
  ResultType result() {
    return ResultType.of(method.find());
  }

  /** Whether the method passes over a row, because a value is null. */
  boolean passesOver(InternalRow row) {
    if (calledOnNull) {
      return false;
    }
    for (int index = 0; index < given.length; index++) {
      if (row.isNullAt(index)) {
        return true;
      }
    }
    return false;
  }

  /** The result of a method without a state before the arguments. */
  Object call(InternalRow row) throws Throwable {
    return linked().call(null, row);
  }

  /** The next state. */
  ByteBuffer next(ByteBuffer state, InternalRow row) throws Throwable {
    return (ByteBuffer) linked().call(state, row);
  }

  private LinkedMethod linked() {
    if (linked == null) {
      linked = MethodLinker.link(this, this::handle);
    }
    return linked;
  }

  /** From a state and a row to the result. */
  private MethodHandle handle() {
    Method target = method.find();
    MethodHandle[] readers = new MethodHandle[given.length];
    Type[] types = target.getGenericParameterTypes();
    int[] order = new int[first + given.length];
    for (int index = 0; index < readers.length; index++) {
      int parameter = first + index;
      boolean isAnyType = target.getParameters()[parameter].isAnnotationPresent(Overloads.class);
      MethodHandle reader = ArgumentReader.of(given[index], types[parameter], isAnyType, index);
      readers[index] = calledOnNull ? ArgumentReader.orNull(reader, index) : reader;
      order[parameter] = first;
    }
    // Every argument comes from the one row.
    MethodType type =
        first == 0
            ? MethodType.methodType(target.getReturnType(), InternalRow.class)
            : MethodType.methodType(ByteBuffer.class, ByteBuffer.class, InternalRow.class);
    MethodHandle ofRows =
        MethodHandles.permuteArguments(
            MethodHandles.filterArguments(method.handle(), first, readers), type, order);
    return first == 0 ? MethodHandles.dropArguments(ofRows, 0, ByteBuffer.class) : ofRows;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowMethod same
        && first == same.first
        && method.equals(same.method)
        && Arrays.equals(given, same.given);
  }

  @Override
  public int hashCode() {
    return 31 * method.hashCode() + Arrays.hashCode(given);
  }
}
