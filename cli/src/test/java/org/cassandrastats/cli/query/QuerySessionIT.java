/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the requests of a query take from the session and from the statement of an application. */
@ExtendWith(NativeNodeExtension.class)
final class QuerySessionIT {
  private static final String SELECT = "SELECT sum(v) AS s FROM shop.of_session WHERE k = 1";
  private static final int ROWS = 20;

  private static NativeNode node;
  private static CqlSession strict;
  private static CqlSession loose;
  private static Tracker tracker;

  @BeforeAll
  static void load(NativeNode started) {
    node = started;
    tracker = new Tracker();
    loose = node.node().sessionBuilder().withRequestTracker(tracker).build();
    strict =
        node.node()
            .sessionBuilder()
            .withConfigLoader(
                LocalSessions.configuration()
                    .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "TWO")
                    .startProfile("loose")
                    .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "ONE")
                    .endProfile()
                    .build())
            .build();
    node.execute("CREATE TABLE shop.of_session (k int, c int, v int, PRIMARY KEY (k, c))");
    node.load(
        "INSERT INTO shop.of_session (k, c, v) VALUES (1, ?, 1)",
        IntStream.range(0, ROWS).mapToObj(row -> new Object[] {row}).toList());
  }

  private static String cql(Statement<?> statement) {
    return statement instanceof SimpleStatement simple ? simple.getQuery() : "";
  }

  /** Keeps the statements that have succeeded. */
  private static final class Tracker implements RequestTracker {
    private final Queue<Statement<?>> sent = new ConcurrentLinkedQueue<>();

    @Override
    public void onSuccess(
        Request request,
        long nanos,
        DriverExecutionProfile profile,
        com.datastax.oss.driver.api.core.metadata.Node asked,
        String prefix) {
      if (request instanceof Statement<?> statement) {
        sent.add(statement);
      }
    }

    @Override
    public void close() {}
  }

  @AfterAll
  static void close() {
    loose.close();
    strict.close();
  }

  private static Object sum(StatsQuery query, ConsistencyLevel level) {
    StatsOptions options =
        StatsOptions.standard().withRetryTimeout(Duration.ofMillis(1)).withConsistencyLevel(level);
    return StatsClient.of(strict).run(query, options, progress -> {}).row().get("s");
  }

  /** One node cannot answer for two. */
  @Test
  void should_ask_at_the_consistency_level_of_the_session() {
    assertThatThrownBy(() -> sum(StatsQuery.of(SELECT), null))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("TWO")
        .extracting(stopped -> ((StatsException) stopped).reason())
        .isEqualTo(StatsException.Reason.UNAVAILABLE);
    assertThat(sum(StatsQuery.of(SELECT), DefaultConsistencyLevel.LOCAL_ONE)).isEqualTo(ROWS);
  }

  /** The coordinator knows at once; a node that restarts may be back in a few seconds. */
  @ParameterizedTest
  @ValueSource(strings = {SELECT, "SELECT sum(v) AS s FROM shop.of_session"})
  void should_say_in_seconds_which_level_cannot_be_reached(String select) {
    long start = System.nanoTime();

    assertThatThrownBy(
            () ->
                StatsClient.of(strict)
                    .run(StatsQuery.of(select), StatsOptions.standard(), progress -> {}))
        .isInstanceOf(StatsException.class)
        .hasMessage(
            "No answer: the consistency level TWO needs 2 replicas, of which 1 is alive. Start the"
                + " nodes that are down, or ask at a lower consistency level.");
    // A third of the time for which a request is repeated that may pass.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void should_name_an_execution_profile_that_the_session_does_not_have() {
    SimpleStatement statement = SimpleStatement.newInstance(SELECT).setExecutionProfileName("lose");

    assertThatThrownBy(() -> StatsClient.of(strict).run(StatsQuery.of(statement)))
        .isInstanceOf(StatsException.class)
        .hasMessage(
            "The session has no execution profile \"lose\": expected one of default, loose.");
  }

  @Test
  void should_ask_with_the_execution_profile_of_the_statement() {
    SimpleStatement statement = SimpleStatement.newInstance(SELECT);

    assertThat(sum(StatsQuery.of(statement.setExecutionProfileName("loose")), null))
        .isEqualTo(ROWS);
    assertThat(
            sum(
                StatsQuery.of(
                    statement.setExecutionProfile(
                        strict.getContext().getConfig().getProfile("loose"))),
                null))
        .isEqualTo(ROWS);
  }

  @Test
  void should_trace_each_request_where_the_statement_is_traced() {
    SimpleStatement statement = SimpleStatement.newInstance(SELECT).setTracing(true);
    tracker.sent.clear();

    StatsClient.of(loose).run(StatsQuery.of(statement));

    assertThat(tracker.sent).isNotEmpty().allMatch(Statement::isTracing);
  }

  @Test
  void should_read_all_constants_by_one_request_which_no_node_keeps() {
    node.execute("CREATE TABLE shop.of_many (k timestamp, c int, v int, PRIMARY KEY (k, c))");
    String constants =
        IntStream.range(0, 500)
            .mapToObj(i -> "'2026-01-01 00:00:00.%03dZ'".formatted(i))
            .collect(Collectors.joining(", "));
    Set<String> before = prepared();
    tracker.sent.clear();

    StatsClient.of(loose)
        .run(
            StatsQuery.of(
                "SELECT sum(v) FROM shop.of_many WHERE k IN (%s) AND c > 5 AND c < 17"
                    .formatted(constants)));

    assertThat(tracker.sent.stream().map(QuerySessionIT::cql))
        .filteredOn(cql -> cql.contains("(timestamp)"))
        .hasSize(1);
    assertThat(prepared()).isEqualTo(before);
  }

  /** Each node has the table for itself, which is read for them: no two of them can answer. */
  @Test
  void should_read_constants_from_one_node_whatever_the_level() {
    node.execute("CREATE TABLE shop.of_blobs (k blob, c int, v int, PRIMARY KEY (k, c))");
    String constant = "0x" + "ab".repeat(33_000);
    node.execute("INSERT INTO shop.of_blobs (k, c, v) VALUES (" + constant + ", 1, 7)");
    StatsQuery query = StatsQuery.of("SELECT sum(v) AS s FROM shop.of_blobs WHERE k = " + constant);
    tracker.sent.clear();

    StatsResult result =
        StatsClient.of(loose)
            .run(
                query,
                StatsOptions.standard().withConsistencyLevel(DefaultConsistencyLevel.ONE),
                progress -> {});

    assertThat(result.row().get("s")).isEqualTo(7);
    assertThat(tracker.sent)
        .filteredOn(sent -> cql(sent).contains("system.local"))
        .extracting(Statement::getConsistencyLevel)
        .containsOnly(DefaultConsistencyLevel.LOCAL_ONE);
  }

  /** What the node keeps that asks for constants. */
  private static Set<String> prepared() {
    return node.rows("SELECT query_string FROM system.prepared_statements").stream()
        .map(row -> row.getString(0))
        .filter(query -> query.contains("FROM system.local"))
        .collect(Collectors.toSet());
  }
}
