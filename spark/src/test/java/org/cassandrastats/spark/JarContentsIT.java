/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packaged jar says whose libraries it holds. */
class JarContentsIT {
  private static final Pattern SHADED =
      Pattern.compile("org/cassandrastats/spark/shaded/([^/]+)/.*\\.class");

  private static final Pattern INCLUDED =
      Pattern.compile("<include>(?!org\\.cassandrastats)([^<]+:[^<]+)</include>");

  private static JarFile jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return new JarFile(
          files
              .filter(file -> file.getFileName().toString().startsWith("cassandra-stats-spark-"))
              .filter(file -> file.toString().matches(".*-[0-9.]+\\.jar"))
              .findFirst()
              .orElseThrow()
              .toFile());
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    assertThat(jar.getEntry("META-INF/" + name)).as(name).isNotNull();
    return new String(jar.getInputStream(jar.getEntry("META-INF/" + name)).readAllBytes(), UTF_8);
  }

  @Test
  void should_hold_the_licences_and_notices_of_its_libraries() throws IOException {
    try (JarFile jar = jar()) {
      String licences = text(jar, "LICENSE-bundled.txt");
      Set<String> packages = new TreeSet<>();
      jar.stream()
          .map(entry -> SHADED.matcher(entry.getName()))
          .filter(match -> match.matches())
          .forEach(match -> packages.add(match.group(1)));

      assertThat(packages).contains("datastax", "netty").hasSizeGreaterThan(4);
      assertThat(packages)
          .allSatisfy(
              name -> assertThat(licences).containsPattern("(?m)^\\S+:\\S+ .* " + name + "$"));
      INCLUDED
          .matcher(Files.readString(Path.of("pom.xml")))
          .results()
          .map(match -> match.group(1).replaceAll("^io\\.netty:.*", "io.netty:netty-*"))
          .forEach(library -> assertThat(licences).contains("\n" + library + " "));
      assertThat(text(jar, "LICENSE")).contains("Apache License");
      assertThat(text(jar, "NOTICE")).contains("cassandra-stats");
      assertThat(text(jar, "NOTICE_binary.txt")).contains("Apache Cassandra Java Driver", "netty");
    }
  }

  /** Spark may have any other class, and any other file at the root, in another version. */
  @Test
  void should_hold_nothing_beside_its_package() throws IOException {
    try (JarFile jar = jar()) {
      assertThat(jar.stream().map(entry -> entry.getName()))
          .allMatch(
              name -> name.matches("META-INF/.*|org/|org/cassandrastats/.*|reference\\.conf"));
    }
  }
}
