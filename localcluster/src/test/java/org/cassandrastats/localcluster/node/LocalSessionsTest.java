/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalSessionsTest {
  @Test
  void should_log_nothing_of_a_node_that_ends_while_a_session_connects() throws IOException {
    PrintStream errors = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    try (ServerSocket node = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread ending = new Thread(() -> closeConnections(node));
      ending.start();
      System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
      CqlSessionBuilder session =
          LocalSessions.builder(
              List.of(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), node.getLocalPort())));

      assertThatThrownBy(session::build).isInstanceOf(AllNodesFailedException.class);
    } finally {
      System.setErr(errors);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("Error", "WARN");
  }

  private static void closeConnections(ServerSocket node) {
    try {
      while (true) {
        node.accept().close();
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }
}
