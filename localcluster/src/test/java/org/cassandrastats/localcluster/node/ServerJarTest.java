/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerJarTest {
  @TempDir private Path directory;

  @Test
  void should_copy_the_jar_once_and_keep_a_few_of_earlier_builds() throws IOException {
    for (int build = 0; build < 20; build++) {
      Path old =
          Files.createFile(directory.resolve("cassandra-stats-server-old%d.jar".formatted(build)));
      Files.setLastModifiedTime(old, FileTime.fromMillis(build));
    }

    Path copy = ServerJar.copy(directory);

    assertThat(copy).hasSameBinaryContentAs(ServerJar.path());
    assertThat(ServerJar.copy(directory)).isEqualTo(copy);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .hasSize(8)
          .contains(copy.getFileName().toString(), "cassandra-stats-server-old19.jar");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5.0.0, true",
    "5.0.9, true",
    "4.1.10, false",
    "5.1-alpha1, false",
    "6.0-alpha2, true",
    "6.1.0, false"
  })
  void should_support_cassandra_5_0_and_6_0_only(String version, boolean supported) {
    assertThat(ServerJar.supports(CassandraVersion.parse(version))).isEqualTo(supported);
  }
}
