/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * More rows than the deadline of a node allows for, with user-defined functions in threads of their
 * own: a single query fails, a split one answers.
 */
final class QueryDeadlinesIT {
  private static final int LARGE = 40_000;
  private static final int SMALL = 20;
  private static final int SMALL_PARTITIONS = 30;
  private static final int BATCH = 200;
  private static final String SELECT =
      "SELECT count(*) AS rows, stats.mean(v) AS mean, stats.histogram_counts(stats.histogram(v, 0, 1000, 4)) AS bins,"
          + " stats.tdigest_quantile(stats.tdigest(v), 0.5) AS median FROM shop.readings";
  private static final String ONE_PARTITION = SELECT + " WHERE k = 0";

  private static Node node;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode() {
    node =
        Node.start(
            NodeSettings.builder()
                .yaml("read_request_timeout", "500ms")
                .yaml("range_request_timeout", "500ms")
                .build());
    session = node.sessionBuilder().build();
    LocalPack.install(session, Set.of("moments", "mean", "histogram", "tdigest"), Console.plain());
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE shop.readings (k int, c bigint, v double, PRIMARY KEY (k, c))");
    load(0, LARGE);
    for (int partition = 1; partition <= SMALL_PARTITIONS; partition++) {
      load(partition, SMALL);
    }
  }

  private static void load(int partition, int rows) {
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.readings (k, c, v) VALUES (?, ?, ?)");
    for (int from = 0; from < rows; from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = from; row < Math.min(rows, from + BATCH); row++) {
        // The last tenth of the keys is far away from the others.
        long key = row < rows * 0.9 ? row : row * 1_000_000_007L;
        batch.addStatement(insert.bind(partition, key, (double) (row % 1000)));
      }
      session.execute(batch.build());
    }
  }

  @AfterAll
  static void stopNode() {
    if (session != null) {
      session.close();
    }
    if (node != null) {
      node.close();
    }
  }

  @Test
  void should_answer_for_a_partition_where_a_single_query_fails() {
    assertThatThrownBy(
            () ->
                session.execute(
                    "SELECT stats.moments(v), stats.histogram(v, 0, 1000, 4), stats.tdigest(v)"
                        + " FROM shop.readings WHERE k = 0"))
        .isInstanceOfAny(ReadTimeoutException.class, ReadFailureException.class);

    StatsResult result = run(ONE_PARTITION, StatsOptions.standard(), progress -> {});

    assertLarge(result.row());
    assertThat(result.statistics().failedRequests()).isPositive();
    assertThat(result.statistics().halvedRanges()).isPositive();
    assertThat(result.statistics().rows()).isEqualTo(LARGE);
  }

  @Test
  void should_take_short_requests_where_the_target_is_below_the_deadline() {
    StatsOptions options = StatsOptions.standard().withTargetTime(Duration.ofMillis(50));

    StatsResult result = run(ONE_PARTITION, options, progress -> {});

    assertLarge(result.row());
    assertThat(result.statistics().requests()).isGreaterThan(10);
  }

  @Test
  void should_split_a_large_partition_among_the_partitions_of_a_table() {
    StatsResult whole = run(SELECT, StatsOptions.standard(), progress -> {});
    StatsResult groups =
        run(
            SELECT.replace("SELECT ", "SELECT k, ") + " GROUP BY k",
            StatsOptions.standard(),
            progress -> {});

    assertThat(whole.row().get("rows")).isEqualTo((long) LARGE + SMALL * SMALL_PARTITIONS);
    assertThat(groups.rows()).hasSize(SMALL_PARTITIONS + 1);
    for (StatsRow row : groups.rows()) {
      if (row.get("k").equals(0)) {
        assertLarge(row);
      } else {
        assertThat(row.get("rows")).isEqualTo((long) SMALL);
        assertThat((Double) row.get("mean")).isEqualTo((SMALL - 1) / 2.0, within(1e-9));
      }
    }
  }

  @Test
  void should_go_on_from_a_file_after_an_interruption() {
    Path file = directory.resolve("run");
    StatsOptions options =
        StatsOptions.standard().withTargetTime(Duration.ofMillis(50)).withResumeFile(file);
    Thread runner = Thread.currentThread();
    AtomicInteger ranges = new AtomicInteger();
    AtomicLong before = new AtomicLong();

    assertThatThrownBy(
            () ->
                run(
                    ONE_PARTITION,
                    options,
                    progress -> {
                      before.set(progress.requests());
                      if (ranges.incrementAndGet() == 5) {
                        runner.interrupt();
                      }
                    }))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(file).exists();
    assertThatThrownBy(() -> run(SELECT, options, progress -> {}))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("not of this query");

    long[] first = {-1};
    StatsResult result =
        run(
            ONE_PARTITION,
            options,
            progress -> first[0] = first[0] < 0 ? progress.requests() : first[0]);

    assertLarge(result.row());
    assertThat(result.statistics().rows()).isEqualTo(LARGE);
    // Some, where the first ones have exceeded the deadline; but those of the first run are not
    // added.
    assertThat(first[0]).as("requests are counted anew").isBetween(1L, before.get());
    assertThat(file).doesNotExist();
  }

  @Test
  void should_ignore_a_line_that_was_not_finished() throws java.io.IOException {
    Path file = directory.resolve("run");
    StatsOptions options =
        StatsOptions.standard().withTargetTime(Duration.ofMillis(50)).withResumeFile(file);
    AtomicInteger ranges = new AtomicInteger();
    Thread runner = Thread.currentThread();
    StatsListener interrupting =
        progress -> {
          if (ranges.incrementAndGet() == 4) {
            runner.interrupt();
          }
        };
    assertThatThrownBy(() -> run(ONE_PARTITION, options, interrupting))
        .isInstanceOf(StatsException.class);
    assertThat(Thread.interrupted()).isTrue();
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() - 10));

    assertLarge(run(ONE_PARTITION, options, progress -> {}).row());
  }

  @Test
  void should_know_a_file_of_another_key_or_column() {
    session.execute("CREATE TABLE shop.keyed (k blob, c int, n int, PRIMARY KEY (k, c))");
    PreparedStatement insert = session.prepare("INSERT INTO shop.keyed (k, c, n) VALUES (?, ?, ?)");
    for (byte key = 1; key <= 2; key++) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = 0; row < 500; row++) {
        batch.addStatement(insert.bind(ByteBuffer.wrap(new byte[] {key}), row, (int) key));
      }
      session.execute(batch.build());
    }
    StatsOptions options =
        StatsOptions.standard()
            .withTargetTime(Duration.ofMillis(1))
            .withResumeFile(directory.resolve("run"));
    StatsClient client = StatsClient.of(session);
    Thread runner = Thread.currentThread();

    assertThatThrownBy(() -> client.run(ofKey(1), options, progress -> runner.interrupt()))
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();

    assertThatThrownBy(() -> client.run(ofKey(2), options, progress -> {}))
        .hasMessageContaining("not of this query");
    assertThatThrownBy(
            () ->
                client.run(
                    ofKey(1),
                    options.withConsistencyLevel(DefaultConsistencyLevel.ALL),
                    progress -> {}))
        .hasMessageContaining("not of this query");
    StatsResult result = client.run(ofKey(1), options, progress -> {});
    assertThat(result.row().get(0)).isEqualTo(500);

    assertThatThrownBy(() -> client.run(ofKey(1), options, progress -> runner.interrupt()))
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThatThrownBy(
            () -> client.run(ofKey(1), options, progress -> Thread.currentThread().interrupt()))
        .as("by the thread that tells of progress")
        .hasMessageContaining("interrupted");
    session.execute("ALTER TABLE shop.keyed DROP n");
    session.execute("ALTER TABLE shop.keyed ADD n int");
    assertThatThrownBy(() -> client.run(ofKey(1), options, progress -> {}))
        .hasMessageContaining("not of this query");
  }

  private static StatsQuery ofKey(int key) {
    return StatsQuery.of(
        "SELECT sum(n) FROM shop.keyed WHERE k = ?", ByteBuffer.wrap(new byte[] {(byte) key}));
  }

  private static StatsResult run(String statement, StatsOptions options, StatsListener listener) {
    return StatsClient.of(session).run(StatsQuery.of(statement), options, listener);
  }

  private static void assertLarge(StatsRow row) {
    assertThat(row.get("rows")).isEqualTo((long) LARGE);
    assertThat((Double) row.get("mean")).isEqualTo(499.5, within(1e-9));
    assertThat(row.get("bins")).isEqualTo(List.of(10_000L, 10_000L, 10_000L, 10_000L));
    assertThat((Double) row.get("median")).isEqualTo(500, within(10.0));
  }
}
