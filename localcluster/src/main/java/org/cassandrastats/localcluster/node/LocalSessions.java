/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Sessions to local nodes, with timeouts that suit a busy machine. */
public final class LocalSessions {
  /** The data centre of local nodes. */
  public static final String DATACENTER = "datacenter1";

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
        .withLocalDatacenter(DATACENTER)
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
            .withBoolean(DefaultDriverOption.REQUEST_LOG_WARNINGS, false)
            .withString(DefaultDriverOption.SESSION_NAME, "cassandra-stats");
    SessionClosing.addTo(configuration);
    return configuration;
  }

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int CONNECT_MILLIS = 1000;

  /** How the waiting ended. */
  public enum Outcome {
    /** The node answers. */
    READY,
    /** The node is not alive any more. */
    DIED,
    /** The time is over. */
    TIMED_OUT
  }

  /**
   * Waits.
   *
   * @param alive whether the node may still come to answer
   * @param address where it will answer
   * @param authentication whether clients have to log in
   * @param timeout how long to wait, from now on
   */
  public static Outcome await(
      BooleanSupplier alive, InetSocketAddress address, boolean authentication, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      if (!alive.getAsBoolean()) {
        return Outcome.DIED;
      }
      if (accepts(address) && answers(address, authentication)) {
        return Outcome.READY;
      }
      if (System.nanoTime() > deadline) {
        return Outcome.TIMED_OUT;
      }
      Thread.sleep(PAUSE.toMillis());
    }
  }

  private static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static boolean answers(InetSocketAddress address, boolean authentication) {
    try (CqlSession session = LocalSessions.builder(address, authentication).build()) {
      return session.execute("SELECT release_version FROM system.local").one() != null;
    } catch (DriverException notYet) {
      return false;
    }
  }
}
