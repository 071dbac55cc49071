/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/**
 * A Java agent in a Cassandra node that keeps the classes which Cassandra compiles function bodies
 * to. It must not need any other class of the tests.
 */
public final class BodyRecorder {
  private static final String PACKAGE = "org/apache/cassandra/cql3/udf/gen/";

  private BodyRecorder() {}

  /**
   * Called by the JVM.
   *
   * @param directory where the classes go
   */
  public static void premain(String directory, Instrumentation instrumentation) {
    Path target = Path.of(directory);
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] bytes) {
            if (name != null && name.startsWith(PACKAGE)) {
              keep(target.resolve(name.substring(name.lastIndexOf('/') + 1) + ".class"), bytes);
            }
            return null;
          }
        });
  }

  private static void keep(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
