/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.node.Node;
import org.cassandrastats.cli.node.NodeSettings;
import org.cassandrastats.cli.node.StoredTables;

/** A throw-away node that offers the pack in one lane, with the rows to be aggregated on disk. */
final class LaneNode implements AutoCloseable {
  private final Node node;
  private final CqlSession session;
  private final NodeManagement management;

  private LaneNode(Node node, CqlSession session, NodeManagement management) {
    this.node = node;
    this.session = session;
    this.management = management;
  }

  /**
   * Starts a node.
   *
   * @param recorded whether the node records itself with JDK Flight Recorder
   * @param rows of the large partition
   * @param groups how many groups the partitions of groups have
   */
  static LaneNode start(
      MeasuredLane lane, boolean recorded, int rows, List<Integer> groups, Console console)
      throws IOException {
    console.say("Starting a node for the lane " + lane);
    Node node = Node.start(settings(lane, recorded), console);
    boolean ready = false;
    try {
      CqlSession session = session(node);
      NodeManagement management = new NodeManagement(node);
      prepare(lane, session, console, rows, groups);
      StoredTables.settle(node, "stats");
      ready = true;
      return new LaneNode(node, session, management);
    } finally {
      if (!ready) {
        node.stop();
      }
    }
  }

  private static NodeSettings settings(MeasuredLane lane, boolean recorded) {
    // With UDF threads on, the default deadlines would end an aggregation of many rows.
    NodeSettings.Builder settings =
        lane.settings()
            .heap("2g")
            // A heap that grows while it is measured would be charged to some of the queries.
            .jvmArgument("-Xms2g")
            .jvmArgument("-XX:+AlwaysPreTouch")
            .yaml("read_request_timeout", "1h")
            .yaml("range_request_timeout", "1h")
            .yaml("native_transport_timeout", "1h");
    if (recorded) {
      settings.jvmArgument("-XX:StartFlightRecording=name=ratios,settings=profile");
    }
    return settings.build();
  }

  private static CqlSession session(Node node) {
    return node.sessionBuilder()
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofHours(1))
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .build())
        .build();
  }

  private static void prepare(
      MeasuredLane lane, CqlSession session, Console console, int rows, List<Integer> groups) {
    session.execute(
        "CREATE KEYSPACE stats WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    if (!lane.isNative()) {
      console.say("Installing the pack");
      for (Statement statement : Catalogue.load().installStatements("stats")) {
        session.execute(statement.cql());
      }
    }
    new SensorPartition(session).load(rows, console);
    new GroupedPartitions(session).load(groups, console);
  }

  CqlSession session() {
    return session;
  }

  NodeManagement management() {
    return management;
  }

  String version() {
    return node.settings().version().toString();
  }

  long process() {
    return node.process().pid();
  }

  @Override
  public void close() throws IOException {
    try {
      management.close();
      session.close();
    } finally {
      node.stop();
    }
  }
}
