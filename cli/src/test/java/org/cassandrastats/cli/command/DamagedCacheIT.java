/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept to start nodes faster may be damaged, for example by a machine that went down. */
@Tag("extended")
final class DamagedCacheIT {
  @TempDir private Path directory;

  @Test
  void should_start_a_node_and_make_anew_what_is_damaged()
      throws IOException, InterruptedException {
    Path cache = directory.resolve("cache");
    StartScript script = new StartScript(directory).with("XDG_CACHE_HOME", cache);
    String port = Integer.toString(freePort());
    startAndStop(script, port);
    List<Path> archives = files(cache, ".jsa");
    List<Path> tables = files(cache, "-Data.db");
    assertThat(archives).isNotEmpty();
    assertThat(tables).isNotEmpty();

    for (Path archive : archives) {
      assertThat(archive.toFile().setWritable(true)).isTrue();
      try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
        file.seek(file.length() / 4);
        file.write(new byte[(int) (file.length() / 2)]);
      }
    }
    for (Path table : tables) {
      Files.write(table, new byte[0]);
    }

    CommandLineRun damaged = startAndStop(script, port);
    assertThat(damaged.error()).contains("did not start with the kept schema");
    CommandLineRun healed = startAndStop(script, port);
    assertThat(healed.error()).doesNotContain("kept schema");
  }

  private static CommandLineRun startAndStop(StartScript script, String port)
      throws IOException, InterruptedException {
    CommandLineRun started = script.run("node", "start", "--port", port);
    CommandLineRun stopped = script.run("node", "stop", "--port", port);
    assertThat(started.exitCode()).as("%s", started).isZero();
    assertThat(stopped.exitCode()).as("%s", stopped).isZero();
    return started;
  }

  private static List<Path> files(Path directory, String end) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
