/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.cassandrastats.localcluster.node.NodeRegistry.NodeRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeRegistryTest {
  @TempDir private Path directory;

  @Test
  void should_know_no_nodes_at_first() {
    NodeRegistry registry = new NodeRegistry(directory.resolve("absent"));

    assertThat(registry.all()).isEmpty();
    assertThat(registry.find(9042)).isEmpty();
  }

  @Test
  void should_not_take_another_process_with_the_same_pid_for_the_node() throws IOException {
    Path data = Files.createDirectories(directory.resolve("9042"));
    Files.writeString(data.resolve("file"), "x");
    Files.writeString(
        directory.resolve("9042.json"),
        """
        {"version": "5.0.9", "address": "127.0.0.1", "port": 9042, "pid": %d,
         "startedMillis": 1000, "directory": "%s", "directoryKept": false, "udfThreads": true}
        """
            .formatted(ProcessHandle.current().pid(), data));
    NodeRegistry registry = new NodeRegistry(directory);

    NodeRecord record = registry.find(9042).orElseThrow();

    assertThat(record.process()).isEmpty();
    // This JVM, whose pid it is, must survive.
    registry.stop(record, false);
    assertThat(data).doesNotExist();
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void should_remember_the_lane_and_read_what_was_written_before_there_was_one()
      throws IOException {
    String record =
        """
        {"version": "5.0.9", "address": "127.0.0.1", "port": %d, "pid": 1, "startedMillis": 1000,
         "directory": "/tmp/x", "directoryKept": false, "udfThreads": true%s}
        """;
    Files.writeString(directory.resolve("9042.json"), record.formatted(9042, ""));
    Files.writeString(
        directory.resolve("9043.json"), record.formatted(9043, ", \"serverJar\": true"));
    NodeRegistry registry = new NodeRegistry(directory);

    assertThat(registry.find(9042).orElseThrow().serverJar()).isFalse();
    assertThat(registry.find(9043).orElseThrow().serverJar()).isTrue();
  }

  @Test
  void should_let_one_command_at_a_time_start_a_node_on_a_port() {
    NodeRegistry registry = new NodeRegistry(directory.resolve("new"));
    IntSupplier same = () -> registry.alone(9042, () -> 1);

    assertThat(registry.alone(9042, () -> registry.alone(9043, () -> 43))).isEqualTo(43);
    assertThatThrownBy(() -> registry.alone(9042, same))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContainingAll("9042", "Another command", "--port");
    assertThat(registry.alone(9042, () -> 42)).isEqualTo(42);
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void should_name_the_file_that_cannot_be_read() throws IOException {
    Files.writeString(directory.resolve("9042.json"), "{");

    assertThatThrownBy(() -> new NodeRegistry(directory).all())
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("9042.json");
  }
}
