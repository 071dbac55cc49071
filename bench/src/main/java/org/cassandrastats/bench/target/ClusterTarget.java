/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.install.MeasuredCluster;
import org.cassandrastats.cli.node.ExitGuard;

/** A keyspace in the user's cluster. It is dropped at the end, also when this program is ended. */
final class ClusterTarget implements Target {
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
