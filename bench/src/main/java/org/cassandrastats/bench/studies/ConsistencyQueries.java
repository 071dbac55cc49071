/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;

/** Asks for the mean of a partition at a consistency level. */
final class ConsistencyQueries {
  static final int PAGE_SIZE = 5000;

  /** Seconds of the same request once more: what was repaired needs no repair. */
  static final String AGAIN = "again_seconds";

  private static final Duration TIMEOUT = Duration.ofHours(2);

  private final Target target;
  private final List<Node> nodes;
  private final ExactPart inSync;
  private ExactPart changed;
  private int partition;

  ConsistencyQueries(Target target, ExactPart inSync) {
    this.target = target;
    this.inSync = inSync;
    this.nodes =
        target.session().getMetadata().getNodes().values().stream()
            .sorted(Comparator.comparing(ConsistencyQueries::address))
            .toList();
  }

  private static String address(Node node) {
    return ((InetSocketAddress) node.getEndPoint().resolve()).getAddress().getHostAddress();
  }

  /** Begins with the first partition of those that differ. */
  void use(ExactPart exact) {
    changed = exact;
    partition = 0;
  }

  Attempt ask(ReplicaCondition condition, ConsistencyLevel level, boolean traced) {
    if (!condition.isDiffering()) {
      return ask(BenchKeyspace.TABLE, 1, nodes.get(0), level, traced, inSync);
    }
    partition++;
    // The replica that is behind coordinates: every level reads it, being the nearest.
    Node behind = nodes.get(nodes.size() - 1);
    Attempt first = ask(BenchKeyspace.SPLIT, partition, behind, level, traced, changed);
    Attempt again = ask(BenchKeyspace.SPLIT, partition, behind, level, false, changed);
    if (!again.isExact()) {
      return again;
    }
    return first.with(AGAIN, again.seconds());
  }

  private Attempt ask(
      String table,
      int sensor,
      Node coordinator,
      ConsistencyLevel level,
      boolean traced,
      ExactPart exact) {
    return new Asker(target.session())
        .ask(
            SimpleStatement.newInstance(
                    "SELECT %s FROM %s WHERE sensor = %d"
                        .formatted(
                            MeasuredAggregate.MEAN.selector(target.functions()), table, sensor))
                .setPageSize(PAGE_SIZE)
                .setConsistencyLevel(level)
                .setNode(coordinator)
                .setTracing(traced)
                .setTimeout(TIMEOUT),
            row -> MeasuredAggregate.MEAN.check(row, exact));
  }
}
