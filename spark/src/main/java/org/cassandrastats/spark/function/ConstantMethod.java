/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;

/** The body of the classes that {@link MethodLinker} makes. By itself it has no method. */
final class ConstantMethod implements LinkedMethod {
  private static final MethodHandle METHOD = given();

  ConstantMethod() {}

  private static MethodHandle given() {
    try {
      return MethodHandles.classData(
          MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, MethodHandle.class);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public Object call(ByteBuffer state, InternalRow row) throws Throwable {
    return (Object) METHOD.invokeExact(state, row);
  }
}
