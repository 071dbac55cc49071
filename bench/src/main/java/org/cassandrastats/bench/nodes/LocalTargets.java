/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.container.ClusterStarter;
import org.cassandrastats.localcluster.container.NodeKind;
import org.cassandrastats.localcluster.node.CassandraVersion;

/** Throw-away nodes of this machine for each lane, one lane after the other. */
public final class LocalTargets implements Targets {
  private final ClusterStarter starter;
  private final List<BenchLane> lanes;
  private final String heap;
  private final List<Integer> counts;
  private final int replicas;

  private LocalTargets(
      ClusterStarter starter,
      List<BenchLane> lanes,
      String heap,
      List<Integer> counts,
      int replicas) {
    this.starter = starter;
    this.lanes = List.copyOf(lanes);
    this.heap = heap;
    this.counts = List.copyOf(counts);
    this.replicas = replicas;
  }

  /**
   * Nodes in the making.
   *
   * @param kind what they run in
   * @param heap largest heap of each, such as "2g"
   * @param counts how many for each lane: one number, or those of the variants
   * @param replicas on how many of them each row is, unless a variant says how many there are
   */
  public static LocalTargets of(
      NodeKind kind,
      List<BenchLane> lanes,
      String heap,
      List<Integer> counts,
      int replicas,
      Console console) {
    return new LocalTargets(ClusterStarter.choose(kind, console), lanes, heap, counts, replicas);
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
            counts.stream()
                .map(nodes -> description(nodes, counts.size() == 1 ? replicas : nodes))
                .collect(Collectors.joining(" and ")),
            starter.usesContainers() ? starter.description() : "forked JVMs",
            heap);
  }

  private static String description(int nodes, int replicas) {
    return nodes == 1
        ? "one node"
        : "%d nodes with replication factor %d".formatted(nodes, replicas);
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
          rows,
          Collections.max(counts),
          temporary.toString(),
          Files.getFileStore(temporary).getUsableSpace());
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }

  @Override
  public Target open(String lane, NodeVariant variant, Console console) {
    boolean isGiven = variant.nodes() > 0;
    int nodes = isGiven ? variant.nodes() : counts.get(0);
    return LocalTarget.start(
        starter,
        new LocalNodes(BenchLane.named(lane), heap, nodes, variant),
        isGiven ? nodes : replicas,
        console);
  }

  @Override
  public void close() {}
}
