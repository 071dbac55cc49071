/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import java.time.Duration;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;

/** A node that tests talk to. */
public final class LiveNode implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Node node;
  private final CqlSession session;

  private LiveNode(Node node) {
    this.node = node;
    this.session = openSession(node);
  }

  /** Starts the node of a lane, with the pack, and connects to it. */
  static LiveNode start(Lane lane) {
    return connected(lane.start());
  }

  /** Starts a node and connects to it. */
  public static LiveNode start(NodeSettings settings) {
    return connected(Node.start(settings));
  }

  /** Starts a node with the pack and connects to it. */
  public static LiveNode startWithPack(NodeSettings.Builder settings) {
    return connected(LocalPack.start(settings, Console.plain()));
  }

  /** Connects to a node that runs, and ends with the connection. */
  public static LiveNode connect(Node running) {
    return connected(running);
  }

  private static LiveNode connected(Node node) {
    try {
      return new LiveNode(node);
    } catch (RuntimeException failed) {
      node.close();
      throw failed;
    }
  }

  public Node node() {
    return node;
  }

  /** The session that all tests of the node share; it is in no keyspace. */
  public CqlSession session() {
    return session;
  }

  public boolean udfThreads() {
    return node.settings().udfThreads();
  }

  /** Where cqlsh finds the node. */
  public String[] cqlshAddress() {
    return new String[] {
      node.address().getHostString(), Integer.toString(node.address().getPort())
    };
  }

  /**
   * A keyspace for one test class. Whatever it was used for before is gone.
   *
   * @param name lower-case letters, digits and underscores
   */
  public Scratch scratch(String name) {
    return new Scratch(this, name);
  }

  @Override
  public void close() {
    try {
      session.close();
    } finally {
      node.close();
    }
  }

  private static CqlSession openSession(Node node) {
    return node.sessionBuilder()
        // Where there are other nodes, this one coordinates every request.
        .withNodeDistanceEvaluator(
            (other, datacenter) ->
                other.getEndPoint().resolve().equals(node.address()) ? null : NodeDistance.IGNORED)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
                // Every DDL statement would make the driver read the whole schema again.
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .build())
        .build();
  }
}
