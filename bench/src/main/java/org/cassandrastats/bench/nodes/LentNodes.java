/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.List;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.LocalCluster;

/**
 * Nodes of one lane that run already, with the pack, and go on afterwards: for tests, whose studies
 * share them.
 *
 * @param lane as {@link BenchLane} names it
 */
public record LentNodes(LocalCluster cluster, String lane) implements Targets {
  @Override
  public List<String> lanes() {
    return List.of(lane);
  }

  @Override
  public String description() {
    return cluster.description();
  }

  @Override
  public void check(long rows, Console console) {
    // There are few.
  }

  @Override
  public Target open(String name, NodeVariant variant, Console console) {
    return LocalTarget.lent(BenchLane.named(name), cluster);
  }

  @Override
  public void close() {
    // Who has lent them ends them.
  }
}
