/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FullDiskTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Caused by: java.io.IOException: Insufficient disk space to write 540 bytes into the system keyspace",
        "Caused by: java.io.IOException: No space left on device\n\tat java.base/sun.nio.ch"
      })
  void should_name_the_directory_of_a_full_disk(String line) throws IOException {
    assertThat(FullDisk.advice(log("INFO [main] ü\n" + line), directory).orElseThrow())
        .startsWith("The disk of " + directory + " is full: ")
        .contains(" MiB are free", "--dir")
        .doesNotContain("\n");
  }

  @Test
  void should_not_blame_the_disk_for_other_failures() throws IOException {
    // Archives of classes name every class that the node might have loaded.
    Path log = log("[cds] Skipping org/apache/cassandra/io/FSDiskFullWriteError: Not linked");

    assertThat(FullDisk.advice(log, directory)).isEmpty();
    assertThat(FullDisk.advice(directory.resolve("none.log"), directory)).isEmpty();
  }

  private Path log(String text) throws IOException {
    return Files.write(directory.resolve("node.log"), text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
