/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregations that run can be seen and stopped, whether they are read directly or not. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunningAggregationsIT {
  private static final int ROWS = 60_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String RUNNING = "SELECT * FROM stats_admin.running_aggregations";

  private LiveNode node;
  private Scratch db;
  private NodeBean aggregations;

  @BeforeAll
  void start() {
    node =
        LiveNode.start(
            NodeSettings.builder()
                .version(Lane.cassandra())
                .serverJar(true)
                .udfsEnabled(false)
                .yaml("read_request_timeout", "60s")
                .yaml("range_request_timeout", "60s")
                .yaml("native_transport_timeout", "120s")
                .build());
    db = node.scratch("running");
    db.run(
        "CREATE TABLE %s.plain (p int, a int, b text, v double, w int, x text,"
            + " PRIMARY KEY (p, a, b))");
    new Histories(db, new Random(9)).writeRows("%s.plain", ROWS, 1);
    aggregations = new NodeBean(node.node(), "org.cassandrastats:type=RunningAggregations");
  }

  @AfterAll
  void stop() {
    aggregations.close();
    node.close();
  }

  /** A page of each row takes seconds. */
  private CompletionStage<AsyncResultSet> ask(String rest) {
    return node.session()
        .executeAsync(
            SimpleStatement.newInstance(
                    db.in("SELECT stats.mean(v), count(*) FROM %s.plain " + rest))
                .setPageSize(1)
                .setTimeout(PATIENCE.multipliedBy(2)));
  }

  /** So that what one test has left does not run into the next. */
  @AfterEach
  void stopAll() throws InterruptedException {
    for (Row each : node.session().execute(RUNNING)) {
      aggregations.invoke("stop", each.getLong("id"));
    }
    waitUntilNothingRuns();
  }

  private Row waitForRunning() throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      List<Row> rows = node.session().execute(RUNNING).all();
      if (!rows.isEmpty() && rows.get(0).getLong("pages") > 1) {
        return rows.get(0);
      }
      Thread.sleep(5);
    }
    throw new AssertionError("nothing runs");
  }

  private void waitUntilNothingRuns() throws InterruptedException {
    Instant end = Instant.now().plusSeconds(3);
    while (!node.session().execute(RUNNING).all().isEmpty()) {
      assertThat(Instant.now()).isBefore(end);
      Thread.sleep(5);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"WHERE p = 9", "WHERE p IN (9, 8)", "", "WHERE p = 9 AND w > -1 ALLOW FILTERING"})
  void should_show_an_aggregation_and_stop_it(String rest) throws Exception {
    CompletionStage<AsyncResultSet> answer = ask(rest);
    Row shown = waitForRunning();

    assertThat(shown.getString("table_name")).isEqualTo("running.plain");
    assertThat(shown.getString("statement"))
        .isEqualTo(
            db.in("SELECT stats.mean(v), count(*) FROM %s.plain " + rest.replaceAll("-?\\d", "?")));
    assertThat(shown.getString("client")).contains("127.0.0.1");
    assertThat(shown.getInstant("started")).isBefore(Instant.now().plusSeconds(1));
    for (int look = 0; look < 200; look++) {
      shown = node.session().execute(RUNNING).one();
      // Each page has a row, and counts when it is complete.
      assertThat(shown.getLong("rows")).isEqualTo(shown.getLong("pages") - 1);
    }
    assertThat(shown.getLong("cursor_pages")).isZero();
    if (rest.startsWith("WHERE p = 9")) {
      assertThat(shown.getLong("bytes")).isGreaterThan(shown.getLong("rows"));
    }
    node.session()
        .execute("DELETE FROM stats_admin.running_aggregations WHERE id = ?", shown.getLong("id"));
    assertThatThrownBy(() -> answer.toCompletableFuture().get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("was stopped");
    assertThat(node.session().execute(RUNNING).all()).isEmpty();
  }

  /** Each partition is a page, also one that is not there. */
  @Test
  void should_show_how_many_pages_cursors_have_read_and_stop_it() throws Exception {
    String partitions =
        IntStream.range(10, 20_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    try (NodeBean cursors = new NodeBean(node.node(), "org.cassandrastats:type=CursorReads")) {
      cursors.set("Enabled", true);
      CompletionStage<AsyncResultSet> answer = ask("WHERE p IN (" + partitions + ")");
      Row shown = waitForRunning();

      long pages = shown.getLong("pages");
      assertThat(shown.getLong("cursor_pages")).isBetween(pages - 1, pages);
      aggregations.invoke("stop", shown.getLong("id"));
      assertThatThrownBy(() -> answer.toCompletableFuture().get(30, TimeUnit.SECONDS))
          .hasMessageContaining("was stopped");
      cursors.set("Enabled", false);
    }
  }

  @Test
  void should_stop_by_jmx_and_know_what_does_not_run() throws Exception {
    CompletionStage<AsyncResultSet> answer = ask("WHERE p = 9");
    long id = waitForRunning().getLong("id");

    assertThat((String[]) aggregations.get("Running"))
        .singleElement()
        .asString()
        .contains("running.plain", "SELECT stats.mean(v)");
    assertThat(aggregations.get("RunningCount")).isEqualTo(1);
    assertThat(aggregations.count("Begun")).isEqualTo(id);
    TimeUnit.MILLISECONDS.sleep(1001);
    assertThat(aggregations.count("OldestSeconds")).isBetween(1L, PATIENCE.toSeconds());
    assertThat(aggregations.invoke("stop", id)).isEqualTo(true);
    assertThatThrownBy(() -> answer.toCompletableFuture().get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InvalidQueryException.class);
    assertThat(aggregations.invoke("stop", id)).isEqualTo(false);
    assertThat(aggregations.get("RunningCount")).isEqualTo(0);
    assertThat(aggregations.count("OldestSeconds")).isZero();
    assertThatThrownBy(
            () ->
                node.session()
                    .execute("DELETE FROM stats_admin.running_aggregations WHERE id = ?", id))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("no aggregation " + id);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void should_stop_what_a_killed_client_has_asked(boolean stopsDisconnected) throws Exception {
    aggregations.set("StopsDisconnected", stopsDisconnected);
    long stopped = aggregations.count("StoppedDisconnected");
    Process cqlsh =
        Cqlsh.of(node.node())
            .start(db.in("PAGING 1; SELECT stats.mean(v), count(*) FROM %s.plain WHERE p = 9"));
    try {
      long id = waitForRunning().getLong("id");
      // Longer than the node takes to look whether its clients are there.
      TimeUnit.MILLISECONDS.sleep(1200);
      assertThat(node.session().execute(RUNNING).one().getLong("id")).isEqualTo(id);

      cqlsh.destroyForcibly().waitFor();

      if (stopsDisconnected) {
        waitUntilNothingRuns();
        assertThat(aggregations.count("StoppedDisconnected")).isEqualTo(stopped + 1);
      } else {
        TimeUnit.MILLISECONDS.sleep(1200);
        long rows = waitForRunning().getLong("rows");
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(waitForRunning().getLong("rows")).isGreaterThan(rows);
        aggregations.invoke("stop", id);
        waitUntilNothingRuns();
        assertThat(aggregations.count("StoppedDisconnected")).isEqualTo(stopped);
      }
    } finally {
      cqlsh.destroyForcibly();
      aggregations.set("StopsDisconnected", true);
    }
  }

  /** Each group has twelve states of thousands of bins. */
  @Test
  void should_end_an_aggregation_whose_result_is_too_large() {
    String states =
        IntStream.range(0, 12)
            .mapToObj(state -> "stats.histogram(v, 0.0, 1.0, " + (4096 - state) + ")")
            .collect(Collectors.joining(", "));
    SimpleStatement large =
        SimpleStatement.newInstance(
                db.in("SELECT a, b, " + states + " FROM %s.plain WHERE p = 9 GROUP BY p, a, b"))
            .setPageSize(5000)
            .setTimeout(PATIENCE);
    try (NodeBean limits = new NodeBean(node.node(), "org.cassandrastats:type=AggregationLimits")) {
      long largest = limits.count("LargestResultBytes");
      long tooLarge = limits.count("TooLarge");
      limits.set("LargestResultBytes", 4L << 20);
      try {
        assertThatThrownBy(() -> node.session().execute(large))
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageContaining("cassandra.stats.result_memory");
      } finally {
        limits.set("LargestResultBytes", largest);
      }
      assertThat(limits.count("TooLarge")).isEqualTo(tooLarge + 1);
      assertThat(limits.count("ResultBytes")).isZero();
    }
  }

  @Test
  void should_give_an_aggregation_a_time_of_its_own() {
    assertEndsInTime();
    assertThat(node.session().execute(RUNNING).all()).isEmpty();
  }

  @Test
  void should_give_it_that_time_where_it_cannot_be_seen() {
    aggregations.set("Enabled", false);
    try {
      assertEndsInTime();
    } finally {
      aggregations.set("Enabled", true);
    }
  }

  private void assertEndsInTime() {
    aggregations.set("TimeoutMillis", 200L);
    try {
      assertThatThrownBy(() -> ask("WHERE p = 9").toCompletableFuture().get(30, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfAny(ReadTimeoutException.class, ReadFailureException.class);
    } finally {
      aggregations.set("TimeoutMillis", 0L);
    }
  }

  @Test
  void should_show_a_statement_in_one_line_without_its_literals_and_comments() throws Exception {
    CompletionStage<AsyncResultSet> answer =
        ask(
            "/* \u001b[31m \u0007\u009b2J\r\nnext\u202e */ WHERE p = 9 AND x > '\n' ALLOW FILTERING");
    Row shown = waitForRunning();

    assertThat(shown.getString("statement"))
        .isEqualTo(
            db.in(
                "SELECT stats.mean(v), count(*) FROM %s.plain WHERE p = ? AND x > ? ALLOW FILTERING"));
    aggregations.invoke("stop", shown.getLong("id"));
    assertThatThrownBy(() -> answer.toCompletableFuture().get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InvalidQueryException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MAX_VALUE})
  void should_take_no_time_out_for_an_early_one(long none) {
    aggregations.set("TimeoutMillis", none);
    try {
      assertThat(db.value("SELECT count(v) FROM %s.plain WHERE p = 9")).isEqualTo((long) ROWS);
    } finally {
      aggregations.set("TimeoutMillis", 0L);
    }
  }
}
