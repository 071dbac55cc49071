/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.cli.driver.SessionClosing;

/** Sessions to local nodes, with time-outs that suit a busy machine. */
public final class LocalSessions {
  // Collecting schema changes for the default of a second would delay each of them by as much.
  private static final Duration SCHEMA_WINDOW = Duration.ofMillis(1);
  // A node needs a few milliseconds to know its own new schema: the default would wait for 200.
  private static final Duration AGREEMENT_PAUSE = Duration.ofMillis(10);
  private static final Duration AGREEMENT_PAUSE_OF_SEVERAL = Duration.ofMillis(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private LocalSessions() {}

  /**
   * A session in the making that may ask every node.
   *
   * @param addresses of nodes that answer
   */
  public static CqlSessionBuilder builder(List<InetSocketAddress> addresses) {
    ProgrammaticDriverConfigLoaderBuilder configuration = configuration();
    if (addresses.size() > 1) {
      // A node says that it has a schema shortly before it can read and write a new table.
      configuration.withDuration(
          DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_INTERVAL, AGREEMENT_PAUSE_OF_SEVERAL);
    }
    return CqlSession.builder()
        .addContactPoints(addresses)
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(configuration.build());
  }

  /** A session in the making that asks nobody but one node, which coordinates every request. */
  public static CqlSessionBuilder only(InetSocketAddress address) {
    return builder(List.of(address))
        .withNodeDistanceEvaluator(
            (node, datacenter) ->
                node.getEndPoint().resolve().equals(address) ? null : NodeDistance.IGNORED);
  }

  static CqlSessionBuilder builder(InetSocketAddress address, boolean authentication) {
    CqlSessionBuilder builder = builder(List.of(address));
    return authentication ? builder.withAuthCredentials("cassandra", "cassandra") : builder;
  }

  /** The driver's configuration for local nodes, to be added to. */
  public static ProgrammaticDriverConfigLoaderBuilder configuration() {
    ProgrammaticDriverConfigLoaderBuilder configuration =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW)
            .withDuration(
                DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_INTERVAL, AGREEMENT_PAUSE)
            // A local node that cannot be reached is reported by whoever needs it, or ends on
            // purpose.
            .withBoolean(DefaultDriverOption.CONNECTION_WARN_INIT_ERROR, false)
            .withString(DefaultDriverOption.SESSION_NAME, "cassandra-stats");
    SessionClosing.addTo(configuration);
    return configuration;
  }
}
