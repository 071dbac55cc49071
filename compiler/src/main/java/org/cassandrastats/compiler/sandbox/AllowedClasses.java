/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.util.List;

/**
 * The classes that Cassandra lets a body use: those of its class {@code UDFunction}, version 5.0.9,
 * by its way of comparing prefixes, less what statistics never need and 4.1 or 6.0 might refuse:
 * {@code java.net}, {@code java.io}, Guava and Cassandra's own exceptions.
 */
final class AllowedClasses {
  private static final List<String> ALLOWED =
      List.of(
          "java/lang/",
          "java/math/",
          "java/nio/Buffer.class",
          "java/nio/ByteBuffer.class",
          "java/text/",
          "java/time/",
          "java/util/",
          "org/apache/cassandra/cql3/functions/UDFContext.class",
          "org/apache/cassandra/cql3/functions/types/",
          CassandraClass.PACKAGE.replace('.', '/'));

  private static final List<String> REFUSED =
      List.of(
          "java/lang/Compiler.class",
          "java/lang/InheritableThreadLocal.class",
          "java/lang/Package.class",
          "java/lang/Process.class",
          "java/lang/ProcessBuilder.class",
          "java/lang/ProcessEnvironment.class",
          "java/lang/ProcessImpl.class",
          "java/lang/Runnable.class",
          "java/lang/Runtime.class",
          "java/lang/Shutdown.class",
          "java/lang/System.class",
          "java/lang/Thread.class",
          "java/lang/ThreadGroup.class",
          "java/lang/ThreadLocal.class",
          "java/lang/instrument/",
          "java/lang/invoke/",
          "java/lang/management/",
          "java/lang/ref/",
          "java/lang/reflect/",
          "java/util/ServiceLoader.class",
          "java/util/Timer.class",
          "java/util/concurrent/",
          "java/util/function/",
          "java/util/jar/",
          "java/util/logging/",
          "java/util/prefs/",
          "java/util/spi/",
          "java/util/stream/",
          "java/util/zip/");

  private AllowedClasses() {}

  static boolean contains(String internalName) {
    String file = internalName + ".class";
    return ALLOWED.stream().anyMatch(file::startsWith)
        && REFUSED.stream().noneMatch(file::startsWith);
  }
}
