/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.localcluster.LocalCluster;

/** The nodes of a suite as bench sees them; cluster and session are closed by others. */
record SuiteTarget(LocalCluster nodes, CqlSession session, List<NodeManagement> management)
    implements Target {
  /** Nodes that are not asked what they say of the runs. */
  static SuiteTarget of(LocalCluster nodes, CqlSession session) {
    return new SuiteTarget(nodes, session, List.of());
  }

  /** The same nodes, all of which run, and what they say of the runs; closed by the caller. */
  SuiteTarget watched() {
    return new SuiteTarget(nodes, session, NodeManagement.of(nodes));
  }

  @Override
  public String lane() {
    return Lane.current().toString();
  }

  @Override
  public Optional<CqlSession> session(DriverConfigLoader configuration) {
    return Optional.of(nodes.sessionBuilder().withConfigLoader(configuration).build());
  }

  @Override
  public String functions() {
    return InstalledPack.KEYSPACE;
  }

  @Override
  public void flushAndCompact() {
    IntStream.rangeClosed(1, nodes.size()).forEach(node -> nodes.compact(node, BenchKeyspace.NAME));
  }

  @Override
  public void requireRunning() {
    for (int node = 1; node <= nodes.size(); node++) {
      if (!nodes.isRunning(node)) {
        throw new UserError("Node %d has ended:%n%s".formatted(node, nodes.logTail(node)));
      }
    }
  }

  @Override
  public void close() {
    management.forEach(NodeManagement::close);
  }
}
