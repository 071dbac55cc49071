/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.node.CassandraVersion;

/** Throw-away nodes for each lane, one lane after the other. */
public final class ForkedTargets implements Targets {
  private final List<BenchLane> lanes;
  private final String heap;
  private final int nodes;
  private final int replicas;

  /**
   * Nodes in the making.
   *
   * @param heap largest heap of each, such as "2g"
   * @param nodes how many for each lane
   * @param replicas on how many of them each row is
   */
  public ForkedTargets(List<BenchLane> lanes, String heap, int nodes, int replicas) {
    this.lanes = List.copyOf(lanes);
    this.heap = heap;
    this.nodes = nodes;
    this.replicas = replicas;
  }

  @Override
  public List<String> lanes() {
    return lanes.stream().map(BenchLane::toString).toList();
  }

  @Override
  public String description() {
    return "Cassandra %s, %s for each lane, on the client's machine; heap %s"
        .formatted(
            CassandraVersion.standard(),
            nodes == 1
                ? "one forked node"
                : "%d forked nodes with %d replicas".formatted(nodes, replicas),
            heap);
  }

  @Override
  public void check(long rows, Console console) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      DiskCheck.require(
          rows, nodes, temporary.toString(), Files.getFileStore(temporary).getUsableSpace());
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }

  @Override
  public Target open(String lane, Duration nativeTimeout, Console console) {
    return ForkedTarget.start(
        new ForkedNodes(BenchLane.named(lane), heap, nodes, nativeTimeout), replicas, console);
  }

  @Override
  public void close() {}
}
