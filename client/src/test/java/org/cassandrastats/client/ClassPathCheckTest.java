/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.cassandrastats.udf.scalars.StatsVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassPathCheckTest {
  private static final ClassLoader CLASSES = StatsVersion.class.getClassLoader();
  private static final String NAME = "org/cassandrastats/udf/scalars/StatsVersion.class";

  @TempDir private Path second;

  @Test
  void should_say_nothing_of_one_version() throws IOException {
    assertThat(ClassPathCheck.warning(CLASSES)).isEmpty();
    assertThat(withSecond(ownBytes())).isEmpty();
  }

  @Test
  void should_name_both_places_of_different_versions() throws IOException {
    byte[] other = ownBytes();
    other[other.length - 1]++;

    assertThat(withSecond(other).orElseThrow())
        .contains("in different versions", second.toString());
  }

  private static byte[] ownBytes() throws IOException {
    try (InputStream bytes = CLASSES.getResourceAsStream(NAME)) {
      return bytes.readAllBytes();
    }
  }

  private Optional<String> withSecond(byte[] bytes) throws IOException {
    Files.createDirectories(second.resolve(NAME).getParent());
    Files.write(second.resolve(NAME), bytes);
    try (URLClassLoader both = new URLClassLoader(new URL[] {second.toUri().toURL()}, CLASSES)) {
      return ClassPathCheck.warning(both);
    }
  }
}
