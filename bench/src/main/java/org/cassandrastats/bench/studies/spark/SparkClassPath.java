/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.UserError;

/**
 * What Spark is started with. Its libraries and those of this program do not share a class path.
 *
 * @param text as an argument of Java
 */
public record SparkClassPath(String text) {
  private static final Path IN_A_CHECKOUT = Path.of("bench", "spark", "target", "classpath");

  /**
   * Reads what the build of the module {@code spark} has written.
   *
   * @param file beside the classes of the module; null for that of this checkout
   * @throws UserError if it is not there
   */
  public static SparkClassPath of(Path file) {
    Path found = file == null ? checkout().resolve(IN_A_CHECKOUT) : file;
    Path classes = found.toAbsolutePath().resolveSibling("classes");
    if (!Files.isRegularFile(found) || !Files.isDirectory(classes)) {
      throw new UserError(
          """
          bench spark needs Apache Spark: run ./mvnw -Pspark -pl bench/spark -am -DskipTests package first
          (some 300 MB of libraries). There is no %s with the directory "classes" beside it."""
              .formatted(found));
    }
    try {
      return new SparkClassPath(classes + File.pathSeparator + Files.readString(found).strip());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The directory of the checkout that this program was built in. */
  private static Path checkout() {
    try {
      Path directory =
          Path.of(SparkClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      while (directory.getParent() != null && !Files.exists(directory.resolve("mvnw"))) {
        directory = directory.getParent();
      }
      return directory;
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The versions of Spark and of the connector. */
  public String versions() {
    return "Apache Spark %s, spark-cassandra-connector %s"
        .formatted(version("spark-sql"), version("spark-cassandra-connector"));
  }

  private String version(String artifact) {
    Matcher jar = Pattern.compile(artifact + "_[0-9.]+-([0-9.]+)\\.jar").matcher(text);
    return jar.find() ? jar.group(1) : "of an unknown version";
  }
}
