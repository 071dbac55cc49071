/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.OtherJava;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server jar where it cannot work, or has company: what it logs, and whether a node starts. */
@Tag("own-node")
@Order(2)
class FailSafeIT {
  /**
   * In the log; the name is also in the class path and the cluster's name, which Cassandra logs.
   */
  private static final Pattern MESSAGE = Pattern.compile(" - cassandra-stats\\b");

  private static final String NEXT_HANDLER = "-Dcassandra.stats.next_query_handler_class=";
  private static final String ANOTHER_HANDLER = "another query handler executes the statements";
  private static final String MEAN = "SELECT stats.mean(id) FROM shop.prices";

  @Test
  void should_start_a_node_of_an_unknown_version_without_the_functions() throws IOException {
    String version = "4.1.10";
    NodeSettings settings =
        settings().version(CassandraVersion.parse(version)).javaHome(OtherJava.home(11)).build();
    try (LiveNode node = LiveNode.start(settings)) {
      assertOrdinaryWithoutFunctions(node);
      assertThat(linesOfThePack(node.node()))
          .singleElement()
          .asString()
          .contains("ERROR", "does not know Cassandra " + version, "starts without its functions");
    }
  }

  @Test
  void should_start_without_the_functions_if_their_keyspace_has_an_impossible_name()
      throws IOException {
    NodeSettings settings =
        settings().jvmArgument("-Dcassandra.stats.keyspace=system_statistics").build();
    try (LiveNode node = LiveNode.start(settings)) {
      assertOrdinaryWithoutFunctions(node);
      assertThat(
              node.session()
                  .execute("SELECT state FROM stats_admin.features WHERE name = 'functions'")
                  .one()
                  .getString(0))
          .startsWith("not there");
      assertThat(linesOfThePack(node.node()))
          .singleElement()
          .asString()
          .contains(
              "ERROR",
              "-Dcassandra.stats.keyspace=system_statistics",
              "starts without its functions");
    }
  }

  /** Cassandra's own handler for tests sends the custom payload of a request back. */
  @Test
  void should_answer_in_front_of_another_handler_and_ask_nobody_for_permissions()
      throws IOException {
    NodeSettings settings =
        settings()
            .authentication(true)
            .jvmArgument(
                NEXT_HANDLER + "org.apache.cassandra.cql3.CustomPayloadMirroringQueryHandler")
            .jvmArgument("-Dcassandra.stats.aggregation_timeout=30000")
            .jvmArgument("-Dcassandra.stats.running_aggregations=true")
            .build();
    try (LiveNode node = LiveNode.start(settings)) {
      makeTable(node);
      ByteBuffer payload = ByteBuffer.wrap("ours".getBytes(StandardCharsets.UTF_8));
      ResultSet answer =
          node.session()
              .execute(
                  SimpleStatement.newInstance(MEAN)
                      .setCustomPayload(Map.of("whose", payload.duplicate())));
      assertThat(answer.getExecutionInfo().getIncomingPayload())
          .containsExactlyEntriesOf(Map.of("whose", payload));
      assertThat(answer.one().getDouble(0)).isEqualTo(2.5);
      assertThat(linesOfThePack(node.node()))
          .anyMatch(line -> line.contains("INFO") && line.contains(" aggregates answer as stats.*"))
          .anyMatch(
              line ->
                  line.contains("WARN")
                      && line.contains("-Dcassandra.stats.aggregation_timeout=30000 has no effect"))
          .anyMatch(
              line ->
                  line.contains("WARN")
                      && line.contains("-Dcassandra.stats.running_aggregations=true has no effect"))
          .hasSize(3);
      assertThat(
              node.session().execute("SELECT name, state FROM stats_admin.features").all().stream()
                  .collect(Collectors.toMap(row -> row.getString(0), row -> row.getString(1))))
          .containsAllEntriesOf(Map.of("functions", "active", "column_types", "active"))
          .containsAllEntriesOf(
              Map.of(
                  "aggregation_timeout", ANOTHER_HANDLER,
                  "direct_reads", ANOTHER_HANDLER,
                  "result_memory", ANOTHER_HANDLER,
                  "running_aggregations", ANOTHER_HANDLER))
          .hasSize(13);

      for (String statement :
          List.of(
              "CREATE ROLE reader WITH PASSWORD = 'secret' AND LOGIN = true",
              "GRANT SELECT ON TABLE shop.prices TO reader",
              "GRANT SELECT ON stats_admin.features TO reader")) {
        node.session().execute(statement);
      }
      CommandResult reader = Cqlsh.of(node.node(), "reader", "secret").statements(MEAN);
      assertThat(reader.exitCode()).as("%s", reader).isZero();
      assertThat(reader.output()).contains("2.5");
      CommandResult features =
          Cqlsh.of(node.node(), "reader", "secret")
              .statements("SELECT state FROM stats_admin.features WHERE name = 'direct_reads'");
      assertThat(features.output()).as("%s", features).contains(ANOTHER_HANDLER);
    }
  }

  /** What stands behind ours may guard the node, so the node must not start without it. */
  @Test
  void should_not_start_if_the_handler_behind_it_does_not_exist() {
    NodeSettings settings = settings().jvmArgument(NEXT_HANDLER + "com.example.Missing").build();
    assertThatThrownBy(() -> Node.start(settings).close())
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("ended while it was starting")
        .hasMessageContaining("cassandra.stats.next_query_handler_class")
        .hasMessageContaining("com.example.Missing");
  }

  private static NodeSettings.Builder settings() {
    return NodeSettings.builder().serverJar(true).udfsEnabled(false).heap("768m");
  }

  private static void makeTable(LiveNode node) {
    for (String statement :
        List.of(
            "CREATE KEYSPACE shop WITH replication ="
                + " {'class': 'SimpleStrategy', 'replication_factor': 1}",
            "CREATE TABLE shop.prices (id int PRIMARY KEY)",
            "INSERT INTO shop.prices (id) VALUES (2)",
            "INSERT INTO shop.prices (id) VALUES (3)")) {
      node.session().execute(statement);
    }
  }

  private static void assertOrdinaryWithoutFunctions(LiveNode node) {
    makeTable(node);
    assertThat(node.session().execute("SELECT max(id) FROM shop.prices").one().getInt(0))
        .isEqualTo(3);
    assertThatThrownBy(() -> node.session().execute(MEAN))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("Unknown function");
  }

  private static List<String> linesOfThePack(Node node) throws IOException {
    return Files.readAllLines(node.log()).stream()
        .filter(line -> MESSAGE.matcher(line).find())
        .toList();
  }
}
