/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodePortsTest {
  @Test
  void should_choose_free_ports_that_differ() {
    NodePorts ports = NodePorts.choose(NodeSettings.builder().build(), 0);

    assertThat(ports.nativePort()).isPositive().isNotEqualTo(ports.storagePort());
    assertThat(ports.storagePort()).isPositive();
  }

  @Test
  void should_refuse_a_port_in_use() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  NodePorts.choose(
                      NodeSettings.builder().nativePort(taken.getLocalPort()).build(), 0))
          .isInstanceOf(LocalNodeException.class)
          .hasMessageContainingAll("Port " + taken.getLocalPort(), "in use");
    }
  }

  @Test
  void should_keep_the_storage_port_with_the_directory(@TempDir Path directory) throws IOException {
    NodeSettings settings = NodeSettings.builder().directory(directory).build();
    NodeFiles files = new NodeFiles(directory);
    NodePorts first = NodePorts.choose(settings, files.earlierStoragePort());
    Files.writeString(files.configuration(), CassandraYaml.text(settings, first, files));

    NodePorts second = NodePorts.choose(settings, files.earlierStoragePort());

    assertThat(second.storagePort()).isEqualTo(first.storagePort());
    try (ServerSocket taken =
        new ServerSocket(first.storagePort(), 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertThatThrownBy(() -> NodePorts.choose(settings, files.earlierStoragePort()))
          .isInstanceOf(LocalNodeException.class)
          .hasMessageContainingAll("Port " + first.storagePort(), "in use", directory.toString());
    }
  }

  @Test
  void should_listen_on_loopback_only() {
    assertThatThrownBy(
            () -> NodePorts.choose(NodeSettings.builder().listenAddress("0.0.0.0").build(), 0))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("not a loopback address");
  }
}
