/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;

final class NodePortsTest {
  @Test
  void should_choose_free_ports_that_differ() {
    NodePorts ports = NodePorts.choose(NodeSettings.builder().build());

    assertThat(ports.nativePort()).isPositive().isNotEqualTo(ports.storagePort());
    assertThat(ports.storagePort()).isPositive();
  }

  @Test
  void should_refuse_a_port_in_use() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  NodePorts.choose(NodeSettings.builder().nativePort(taken.getLocalPort()).build()))
          .isInstanceOf(UserError.class)
          .hasMessageContainingAll("Port " + taken.getLocalPort(), "in use");
    }
  }

  @Test
  void should_listen_on_loopback_only() {
    assertThatThrownBy(
            () -> NodePorts.choose(NodeSettings.builder().listenAddress("0.0.0.0").build()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("not a loopback address");
  }
}
