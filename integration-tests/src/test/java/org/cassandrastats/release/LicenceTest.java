/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The licence goes with every jar of the project, wherever that is copied. */
class LicenceTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern JAR = Pattern.compile("cassandra-stats-[a-z].*(?<!-tests)\\.jar");

  @ParameterizedTest
  @ValueSource(strings = {"LICENSE", "NOTICE"})
  void should_be_in_every_jar(String name) throws IOException {
    String expected = Files.readString(PROJECT.resolve(name));
    List<Path> jars = jars();

    assertThat(jars).anyMatch(jar -> jar.toString().contains("cassandra-stats-server-"));
    SoftAssertions all = new SoftAssertions();
    for (Path jar : jars) {
      all.assertThat(text(jar, "META-INF/" + name)).as("%s", jar).isEqualTo(expected);
    }
    all.assertAll();
  }

  private static List<Path> jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(entry -> JAR.matcher(entry.getFileName().toString()).matches())
        .toList();
  }

  private static String text(Path jar, String entry) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getEntry(entry) == null
          ? null
          : new String(
              file.getInputStream(file.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
