/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.cassandrastats.spark.argument.ArgumentReader;

/** What a function takes behind a state, read from a row that has a value in the state's place. */
final class RowArguments implements Serializable {
  private static final long serialVersionUID = 1;

  private final MethodName method;
  private final DataType[] given;
  private transient MethodHandle[] readers;

  RowArguments(Method method, List<DataType> given) {
    this.method = new MethodName(method);
    this.given = given.toArray(new DataType[0]);
  }

  /** The arguments of a row without nulls, without the first one. */
  Object[] read(InternalRow row) throws Throwable {
    if (readers == null) {
      readers = linked();
    }
    Object[] arguments = new Object[readers.length];
    for (int index = 0; index < arguments.length; index++) {
      arguments[index] = readers[index].invoke(row);
    }
    return arguments;
  }

  private MethodHandle[] linked() {
    Type[] types = method.find().getGenericParameterTypes();
    MethodHandle[] linked = new MethodHandle[given.length - 1];
    for (int index = 0; index < linked.length; index++) {
      linked[index] = ArgumentReader.of(given[index + 1], types[index + 1], false, index + 1);
    }
    return linked;
  }
}
