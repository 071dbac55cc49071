/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.container.ClusterStarter;
import org.cassandrastats.cli.container.NodeKind;
import org.cassandrastats.cli.node.CassandraVersion;

/** Throw-away nodes of this machine for each lane, one lane after the other. */
public final class LocalTargets implements Targets {
  private final ClusterStarter starter;
  private final List<BenchLane> lanes;
  private final String heap;
  private final int nodes;
  private final int replicas;

  private LocalTargets(
      ClusterStarter starter, List<BenchLane> lanes, String heap, int nodes, int replicas) {
    this.starter = starter;
    this.lanes = List.copyOf(lanes);
    this.heap = heap;
    this.nodes = nodes;
    this.replicas = replicas;
  }

  /**
   * Nodes in the making.
   *
   * @param kind what they run in
   * @param heap largest heap of each, such as "2g"
   * @param nodes how many for each lane
   * @param replicas on how many of them each row is
   */
  public static LocalTargets of(
      NodeKind kind, List<BenchLane> lanes, String heap, int nodes, int replicas, Console console) {
    return new LocalTargets(ClusterStarter.choose(kind, console), lanes, heap, nodes, replicas);
  }

  @Override
  public List<String> lanes() {
    return lanes.stream().map(BenchLane::toString).toList();
  }

  @Override
  public String description() {
    return "Cassandra %s, %s for each lane, on the client's machine, in %s; heap %s"
        .formatted(
            CassandraVersion.standard(),
            nodes == 1
                ? "one node"
                : "%d nodes with replication factor %d".formatted(nodes, replicas),
            starter.usesContainers() ? starter.description() : "forked JVMs",
            heap);
  }

  @Override
  public void check(long rows, Console console) {
    if (starter.usesContainers()) {
      console.say(
          DiskCheck.describe(rows)
              + " of the Docker engine's disk for each node; whether that is free is not known here.");
      return;
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      DiskCheck.require(
          rows, nodes, temporary.toString(), Files.getFileStore(temporary).getUsableSpace());
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }

  @Override
  public Target open(String lane, NodeVariant variant, Console console) {
    return LocalTarget.start(
        starter, new LocalNodes(BenchLane.named(lane), heap, nodes, variant), replicas, console);
  }

  @Override
  public void close() {}
}
