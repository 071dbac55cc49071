/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.install.MeasuredCluster;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.node.ExitGuard;

/**
 * The user's own cluster, in the one lane that it has.
 *
 * @param replacing whether a keyspace that a killed run has left may be replaced
 * @param functions whether the pack's functions have to answer
 */
public record ClusterTargets(MeasuredCluster cluster, boolean replacing, boolean functions)
    implements Targets {
  /** Connects. */
  public static ClusterTargets connect(
      ClusterOptions options, boolean replacing, boolean functions) {
    return new ClusterTargets(MeasuredCluster.open(options), replacing, functions);
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
    List<String> problems = new ArrayList<>(functions ? cluster.problemsOfFunctions() : List.of());
    problemOfKeyspace().ifPresent(problems::add);
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

  private Optional<String> problemOfKeyspace() {
    return cluster.problemOfKeyspace(BenchKeyspace.NAME, BenchKeyspace.MARKER, replacing);
  }

  @Override
  public Target open(String lane, NodeVariant variant, Console console) {
    // Since the first look somebody else may have made it.
    problemOfKeyspace()
        .ifPresent(
            problem -> {
              throw new UserError(problem);
            });
    return ClusterTarget.prepare(cluster, replacing, console);
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
    private final ExitGuard guard;
    private boolean made;
    private boolean ended;

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
        target.make(replacing);
        BenchKeyspace.createTables(cluster.session());
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

    /** A keyspace that somebody else has made a moment before is an error, and stays. */
    private synchronized void make(boolean replacing) {
      requireRunning();
      if (replacing) {
        BenchKeyspace.drop(cluster.session());
      }
      BenchKeyspace.createKeyspace(cluster.session(), cluster.replication());
      made = true;
    }

    /** Where this program is ended while it makes the keyspace, this waits. */
    private synchronized void drop() {
      ended = true;
      if (made) {
        made = false;
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
    public void flushAndCompact(String keyspace) {
      // Only an operator may have a cluster flush and compact.
    }

    @Override
    public List<NodeManagement> management() {
      return List.of();
    }

    @Override
    public Optional<LocalCluster> cluster() {
      return Optional.empty();
    }

    @Override
    public synchronized void requireRunning() {
      if (ended) {
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
