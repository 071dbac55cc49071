/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** An annotated method that is called with boxed arguments. */
final class JavaMethod {
  private final MethodHandle handle;

  JavaMethod(Method method) {
    try {
      this.handle =
          MethodHandles.lookup()
              .unreflect(method)
              .asType(MethodType.genericMethodType(method.getParameterCount()))
              .asSpreader(Object[].class, method.getParameterCount());
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(method + " is annotated but not public", hidden);
    }
  }

  Object call(Object[] arguments) throws Throwable {
    return (Object) handle.invokeExact(arguments);
  }
}
