/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.install.MeasuredCluster;

/** The user's own cluster, in the one lane that it has. */
public final class ClusterTargets implements Targets {
  private final MeasuredCluster cluster;
  private final boolean resuming;

  private ClusterTargets(MeasuredCluster cluster, boolean resuming) {
    this.cluster = cluster;
    this.resuming = resuming;
  }

  /**
   * Connects.
   *
   * @param resuming whether a keyspace that a killed run has left may be replaced
   */
  public static ClusterTargets connect(ClusterOptions options, boolean resuming) {
    return new ClusterTargets(MeasuredCluster.open(options), resuming);
  }

  @Override
  public List<String> lanes() {
    return List.of(cluster.lane());
  }

  @Override
  public String description() {
    return "Cassandra %s, own cluster of %d nodes, replication %s"
        .formatted(cluster.versions(), cluster.size(), cluster.replication().replace("'", ""));
  }

  @Override
  public void check(long rows, Console console) {
    List<String> problems = new ArrayList<>(cluster.problemsOfFunctions());
    cluster
        .problemOfKeyspace(BenchKeyspace.NAME, BenchKeyspace.MARKER, resuming)
        .ifPresent(problems::add);
    if (!problems.isEmpty()) {
      throw new UserError(
          (problems.size() == 1 ? "" : problems.size() + " problems:\n  - ")
              + String.join("\n  - ", problems)
              + "\nNothing was loaded.");
    }
    // CQL tells how much a table uses (system_views.disk_usage), but not how much is free.
    console.say(
        DiskCheck.describe(rows) + " on each replica; whether that is free is not known here.");
  }

  @Override
  public Target open(String lane, NodeVariant variant, Console console) {
    return ClusterTarget.prepare(cluster, resuming, console);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
