/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.LocalCluster;

/** One or more nodes that answer in one lane, with a keyspace for the rows of a study. */
public interface Target extends AutoCloseable {
  /** What answers the pack's functions, such as {@code native}. */
  String lane();

  /** A session to all nodes. */
  CqlSession session();

  /**
   * A further session, with a configuration of the driver of its own; none where only the user's
   * can be used.
   */
  Optional<CqlSession> session(DriverConfigLoader configuration);

  /** The keyspace of the pack's functions, as CQL names it. */
  String functions();

  /** Writes what was loaded to disk and joins it, where that can be asked for. */
  default void flushAndCompact() {
    flushAndCompact(BenchKeyspace.NAME);
  }

  /** The same of a keyspace. */
  void flushAndCompact(String keyspace);

  /** The nodes' management interfaces; none where they cannot be had. */
  List<NodeManagement> management();

  /** The nodes themselves, where they are this program's own; none where they are a user's. */
  Optional<LocalCluster> cluster();

  /** What the nodes have done so far; none where they are not watched. */
  default Optional<ServerLoad> load() {
    return management().stream().map(NodeManagement::load).reduce(ServerLoad::plus);
  }

  /**
   * Whether the nodes are there.
   *
   * @throws UserError if they are not, or if this program is being ended: what failed then is no
   *     result
   */
  void requireRunning();

  /** Leaves nothing behind. */
  @Override
  void close();
}
