/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.time.Duration;
import java.util.List;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Option;

/** On how many throw-away nodes a study is measured, on one number after the other. */
public final class NodeCounts {
  /** How many nodes there are. */
  public static final Dimension<Integer> NODES = new Dimension<>("nodes");

  private static final List<Integer> KNOWN = List.of(1, 3);

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description =
          "Throw-away nodes, each with every row: 1, 3, or one after the other 1,3. Default: 1; of"
              + " consistency 3.")
  private List<Integer> counts;

  /** So many unless the option says otherwise. */
  public NodeCounts(int usual) {
    counts = List.of(usual);
  }

  /** Refuses other numbers. */
  void check(StudyOptions options) {
    if (!KNOWN.containsAll(counts)) {
      throw options.refused("--nodes: expected 1, 3 or 1,3");
    }
  }

  /** The numbers; 0 stands for those of a cluster that is the user's. */
  public List<Integer> of(ClusterOptions cluster) {
    return cluster.isGiven() ? List.of(0) : counts.stream().distinct().sorted().toList();
  }

  /** How nodes are started that have a deadline. */
  public List<NodeVariant> variants(ClusterOptions cluster, Duration nativeTimeout) {
    return of(cluster).stream().map(NodeVariant.of(nativeTimeout)::on).toList();
  }

  /** The lane and the nodes of a cell, in a few words. */
  public static String part(Cell cell) {
    int count = cell.get(NODES);
    return cell.lane()
        + switch (count) {
          case 0 -> ", own cluster";
          case 1 -> ", 1 node";
          default -> ", " + count + " nodes";
        };
  }

  /** Whether a cell is measured on nodes that are started like this. */
  public static boolean isOf(NodeVariant variant, Cell cell) {
    return cell.is(NODES, variant.nodes());
  }
}
