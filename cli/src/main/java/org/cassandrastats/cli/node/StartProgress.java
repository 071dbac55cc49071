/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.ShareProgress;

/** Shows what a node that is starting does, as its log tells. */
final class StartProgress implements AutoCloseable {
  /** In the order of a start. A version that does not log one of them goes on with the next. */
  private static final List<Stage> STAGES =
      List.of(
          new Stage("", "starting the JVM"),
          new Stage("Node configuration:", "reading the settings"),
          new Stage("Initializing system", "opening the tables"),
          new Stage("commitlog files found", "reading the commit log"),
          new Stage("Replaying ", "reading the commit log"),
          new Stage("Starting up server gossip", "joining the ring"),
          new Stage("state jump to NORMAL", "preparing for clients"),
          new Stage("Starting listening for CQL clients", "connecting"));

  private final Path log;
  private final ShareProgress progress;
  private int reached = -1;

  StartProgress(CassandraVersion version, Path log, Console console) {
    this.log = log;
    this.progress = console.share("Starting Cassandra " + version);
  }

  /** Looks into the log. */
  void update() {
    int stage = stage(readLog());
    if (stage > reached) {
      reached = stage;
      progress.reached((double) stage / STAGES.size(), STAGES.get(stage).activity());
    }
  }

  /** The node answers. */
  void done() {
    progress.reached(1, "answers CQL");
  }

  @Override
  public void close() {
    progress.close();
  }

  private static int stage(String text) {
    int stage = STAGES.size() - 1;
    while (!text.contains(STAGES.get(stage).sign())) {
      stage--;
    }
    return stage;
  }

  private String readLog() {
    try {
      // Whatever its bytes are: a line may be half written.
      return new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
    } catch (IOException notYet) {
      return "";
    }
  }

  private record Stage(String sign, String activity) {}
}
