/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Makes a class for each method that rows are given to. The JVM compiles a handle together with
 * what calls it only where it is a constant, and a class is the only place for one.
 */
final class MethodLinker {
  private static final MethodType TYPE =
      MethodType.methodType(Object.class, ByteBuffer.class, InternalRow.class);

  /** For all tasks of a process: what the JVM has compiled for one serves the next. */
  private static final ConcurrentMap<RowMethod, LinkedMethod> LINKED = new ConcurrentHashMap<>();

  private MethodLinker() {}

  /**
   * The code of a method.
   *
   * @param handle from a state and a row to a result; asked for once
   */
  static LinkedMethod link(RowMethod method, Supplier<MethodHandle> handle) {
    return LINKED.computeIfAbsent(method, key -> made(handle.get().asType(TYPE)));
  }

  private static LinkedMethod made(MethodHandle handle) {
    Class<ConstantMethod> body = ConstantMethod.class;
    try (InputStream bytes = body.getResourceAsStream(body.getSimpleName() + ".class")) {
      return (LinkedMethod)
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(bytes.readAllBytes(), handle, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
