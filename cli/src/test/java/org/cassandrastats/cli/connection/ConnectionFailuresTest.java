/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.cassandrastats.cli.connection.ClusterConnection.ContactPoint;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;

/** Against ports at which no Cassandra listens; those of nodes are in the live-node tests. */
final class ConnectionFailuresTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void should_say_that_nothing_listens() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      port = socket.getLocalPort();
    }

    assertThatThrownBy(() -> connection(port).open())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("Nothing listens at 127.0.0.1:" + port)
        .hasMessageNotContaining("\n");
  }

  @Test
  void should_say_that_the_port_is_another_services() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 10, LOOPBACK)) {
      Thread server = new Thread(() -> answer(socket, "220 mail.example ESMTP\r\n"));
      server.setDaemon(true);
      server.start();

      assertThatThrownBy(() -> connection(socket.getLocalPort()).open())
          .isInstanceOf(UserError.class)
          .hasMessageContaining("another service's port")
          .hasMessageNotContaining("\n");
    }
  }

  private static void answer(ServerSocket socket, String greeting) {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        client.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
        client.getInputStream().read();
      } catch (IOException closed) {
        // The client went away, or the test has ended.
      }
    }
  }

  private static ClusterConnection connection(int port) {
    return new ClusterConnection(
        List.of(new ContactPoint(LOOPBACK.getHostAddress(), port)), null, null, null);
  }
}
