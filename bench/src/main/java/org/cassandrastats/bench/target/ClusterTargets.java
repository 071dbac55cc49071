/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.install.MeasuredCluster;
import org.cassandrastats.cli.node.ExitGuard;

/**
 * The user's own cluster, in the one lane that it has.
 *
 * @param resuming whether a keyspace that a killed run has left may be replaced
 */
public record ClusterTargets(MeasuredCluster cluster, boolean resuming) implements Targets {
  /** Connects. */
  public static ClusterTargets connect(ClusterOptions options, boolean resuming) {
    return new ClusterTargets(MeasuredCluster.open(options), resuming);
  }

  @Override
  public List<String> lanes() {
    return List.of(cluster.lane());
  }

  @Override
  public String description() {
    return "Cassandra %s, own cluster of %d nodes (%08x), functions in %s, replication %s"
        .formatted(
            cluster.versions(),
            cluster.size(),
            nodes(),
            cluster.functions(),
            cluster.replication().replace("'", ""));
  }

  /** Tells clusters apart without a name of theirs: runs of two are not mixed. */
  private int nodes() {
    return new TreeSet<>(cluster.session().getMetadata().getNodes().keySet()).hashCode();
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

  /**
   * A keyspace in the user's cluster. It is dropped at the end, also when this program is ended.
   */
  private static final class ClusterTarget implements Target {
    private final MeasuredCluster cluster;
    private final Console console;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ExitGuard guard;

    private ClusterTarget(MeasuredCluster cluster, Console console) {
      this.cluster = cluster;
      this.console = console;
      this.guard = ExitGuard.register("drop " + BenchKeyspace.NAME, this::drop);
    }

    /**
     * Makes the keyspace.
     *
     * @param replacing whether there may be one that an earlier run has left
     */
    static ClusterTarget prepare(MeasuredCluster cluster, boolean replacing, Console console) {
      console.say("Creating keyspace " + BenchKeyspace.NAME + " ...");
      ClusterTarget target = new ClusterTarget(cluster, console);
      boolean ready = false;
      try {
        if (replacing) {
          BenchKeyspace.drop(cluster.session());
        }
        BenchKeyspace.create(cluster.session(), cluster.replication());
        // The driver finds the replicas of a partition by the schema.
        cluster.session().setSchemaMetadataEnabled(true);
        ready = true;
        return target;
      } finally {
        if (!ready) {
          target.close();
        }
      }
    }

    private void drop() {
      if (!ended.getAndSet(true)) {
        try {
          BenchKeyspace.drop(cluster.session());
        } catch (DriverException failed) {
          console.say(
              "Keyspace %s could not be dropped (%s). Drop it: DROP KEYSPACE %s"
                  .formatted(BenchKeyspace.NAME, failed.getMessage(), BenchKeyspace.NAME));
        }
      }
    }

    @Override
    public String lane() {
      return cluster.lane();
    }

    @Override
    public CqlSession session() {
      return cluster.session();
    }

    @Override
    public Optional<CqlSession> session(DriverConfigLoader configuration) {
      return Optional.empty();
    }

    @Override
    public String functions() {
      return cluster.functions();
    }

    @Override
    public void settle() {
      // Only an operator may have a cluster flush and compact.
    }

    @Override
    public List<NodeManagement> management() {
      return List.of();
    }

    @Override
    public void requireRunning() {
      if (ended.get()) {
        throw new UserError("This program is ending.");
      }
    }

    @Override
    public void close() {
      drop();
      guard.release();
    }
  }
}
