/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a Java that has no more modules than the JREs of most distributors: none to attach with. */
@Tag("extended")
final class RuntimeOnlyIT {
  private static final String MODULES =
      "java.se,jdk.crypto.ec,jdk.management,jdk.management.agent,jdk.net,jdk.security.auth,"
          + "jdk.unsupported,jdk.zipfs";

  @TempDir private Path directory;

  @Test
  void should_install_the_pack_on_a_node_without_keeping_its_schema()
      throws IOException, InterruptedException {
    Path cache = directory.resolve("cache");
    Path arguments =
        Files.writeString(directory.resolve("arguments"), "--limit-modules=" + MODULES);
    StartScript script =
        new StartScript(directory)
            .with("XDG_CACHE_HOME", cache)
            .with("JDK_JAVA_OPTIONS", Path.of("@" + arguments));
    String port = Integer.toString(freePort());

    CommandLineRun started = script.run("node", "start", "--family", "scalars", "--port", port);
    CommandLineRun stopped = script.run("node", "stop", "--port", port);

    assertThat(started.exitCode()).as("%s", started).isZero();
    assertThat(stopped.exitCode()).as("%s", stopped).isZero();
    assertThat(cache.resolve("cassandra-stats/schemas")).doesNotExist();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
