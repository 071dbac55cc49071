/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hours over a series that is kept in a partition for each day, as ThingsBoard keeps it: one
 * command, and every group is the exact one.
 */
@ExtendWith(NativeNodeExtension.class)
final class QueryBucketedPartitionsIT {
  private static final long SEED = 20261123;
  private static final int DAYS = 30;
  private static final int HOURS = 24;
  private static final int BATCH = 200;
  private static final int AT_ONCE = 4;
  private static final LocalDate FIRST = LocalDate.parse("2026-03-10");
  private static final UUID DEVICE = UUID.fromString("13814000-1dd2-11b2-8080-808080808080");
  private static final String SERIES =
      "entity_type = 'DEVICE' AND entity_id = 13814000-1dd2-11b2-8080-808080808080 AND key = 'temperature'";
  private static final String VALUES =
      "count(*), min(dbl_v), max(dbl_v), stats.mean(dbl_v), stats.tdigest_quantile(stats.tdigest(dbl_v), 0.99)";

  /** What is promised of a digest. */
  private static final double RANK_ERROR = 0.005;

  @TempDir private Path directory;

  @Test
  void should_give_the_exact_hours(NativeNode node) throws IOException {
    double[][] hours = load(node.session(), 960);

    for (String partition : List.of("", "partition, ")) {
      assertExact(run(node, partition), hours);
    }
  }

  @Test
  @Tag("extended")
  void should_give_the_exact_hours_of_many_rows_sooner_than_a_query_for_each(NativeNode node)
      throws IOException {
    double[][] hours = load(node.session(), 200_000);

    for (int time = 0; time < 2; time++) {
      long start = System.nanoTime();
      CommandLineRun run = run(node, "");
      double command = (System.nanoTime() - start) / 1e9;
      assertExact(run, hours);
      start = System.nanoTime();
      oneByOne(node.session(), hours);
      double queries = (System.nanoTime() - start) / 1e9;
      System.err.printf(
          "one command: %.1f s, %d queries in sequence: %.1f s, %.2f times as fast%n%s%n",
          command, DAYS * HOURS, queries, queries / command, run.error());
    }
  }

  private CommandLineRun run(NativeNode node, String partition) {
    String hour = "stats.time_bucket('1h', ts, 'ms')";
    return node.run(
        directory,
        "query",
        "SELECT %s AS hour, %s FROM shop.ts_kv_cf WHERE %s GROUP BY entity_type, entity_id, key, %s%s"
            .formatted(hour, VALUES, SERIES, partition, hour),
        "--partitions",
        "partition=%s..%s/1d".formatted(FIRST, FIRST.plusDays(DAYS - 1)),
        "--format",
        "csv");
  }

  /** Rows on their way to a node that may be slower than its deadline for writes. */
  private record Sent(BatchStatement batch, CompletionStage<AsyncResultSet> answer) {
    private static final int ATTEMPTS = 20;

    static Sent of(CqlSession session, BatchStatement batch) {
      return new Sent(batch, session.executeAsync(batch));
    }

    void await(CqlSession session) {
      Sent attempt = this;
      for (int i = 1; ; i++) {
        try {
          attempt.answer.toCompletableFuture().join();
          return;
        } catch (CompletionException late) {
          if (i == ATTEMPTS) {
            throw late;
          }
          attempt = of(session, batch);
        }
      }
    }
  }

  /** The values of each hour, sorted. */
  private static double[][] load(CqlSession session, int rowsOfDay) {
    session.execute(
        "CREATE TABLE shop.ts_kv_cf (entity_type text, entity_id timeuuid, key text, partition bigint, ts bigint,"
            + " bool_v boolean, str_v text, long_v bigint, dbl_v double, json_v text,"
            + " PRIMARY KEY ((entity_type, entity_id, key, partition), ts))");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO shop.ts_kv_cf (entity_type, entity_id, key, partition, ts, dbl_v) VALUES ('DEVICE', ?, 'temperature', ?, ?, ?)");
    Random random = new Random(SEED);
    double[][] hours = new double[DAYS * HOURS][rowsOfDay / HOURS];
    long step = Duration.ofDays(1).toMillis() / rowsOfDay;
    Deque<Sent> sent = new ArrayDeque<>();
    for (int day = 0; day < DAYS; day++) {
      long begin = begin(day);
      int row = 0;
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int hour = 0; hour < HOURS; hour++) {
        for (int i = 0; i < rowsOfDay / HOURS; i++) {
          double value = 20 + hour / 10.0 + day / 100.0 + random.nextGaussian();
          hours[HOURS * day + hour][i] = value;
          long at = begin + hour * Duration.ofHours(1).toMillis() + i * step;
          batch.addStatement(insert.bind(DEVICE, begin, at, value));
          if (++row % BATCH == 0 || (hour == HOURS - 1 && i == rowsOfDay / HOURS - 1)) {
            sent.add(Sent.of(session, batch.build()));
            batch = BatchStatement.builder(BatchType.UNLOGGED);
          }
          if (sent.size() >= AT_ONCE) {
            sent.poll().await(session);
          }
        }
      }
    }
    sent.forEach(last -> last.await(session));
    for (double[] hour : hours) {
      Arrays.sort(hour);
    }
    return hours;
  }

  private static long begin(int day) {
    return FIRST.plusDays(day).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  private static void assertExact(CommandLineRun run, double[][] hours) throws IOException {
    assertThat(run.exitCode()).as("%s", run).isZero();
    List<CSVRecord> rows =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(run.out()))
            .getRecords();
    assertThat(rows).hasSize(hours.length);
    for (int i = 0; i < hours.length; i++) {
      CSVRecord row = rows.get(i);
      double[] sorted = hours[i];
      assertThat(Long.parseLong(row.get("hour")))
          .isEqualTo(begin(i / HOURS) + i % HOURS * Duration.ofHours(1).toMillis());
      assertThat(Integer.parseInt(row.get(1))).isEqualTo(sorted.length);
      assertThat(Double.parseDouble(row.get(2))).isEqualTo(sorted[0]);
      assertThat(Double.parseDouble(row.get(3))).isEqualTo(sorted[sorted.length - 1]);
      double mean = Arrays.stream(sorted).sum() / sorted.length;
      assertThat(Double.parseDouble(row.get(4))).isEqualTo(mean, within(1e-12 * mean));
      double quantile = Double.parseDouble(row.get(5));
      double below = Arrays.stream(sorted).filter(value -> value <= quantile).count();
      // Of few values a quantile lies between two of them.
      assertThat(below / sorted.length).isEqualTo(0.99, within(RANK_ERROR + 1.0 / sorted.length));
    }
  }

  /** What an application does without the command. */
  private static void oneByOne(CqlSession session, double[][] hours) {
    PreparedStatement select =
        session.prepare(
            "SELECT %s FROM shop.ts_kv_cf WHERE %s AND partition = ? AND ts >= ? AND ts < ?"
                .formatted(VALUES, SERIES));
    long hour = Duration.ofHours(1).toMillis();
    for (int i = 0; i < hours.length; i++) {
      long begin = begin(i / HOURS);
      long from = begin + i % HOURS * hour;
      Row row = session.execute(select.bind(begin, from, from + hour)).one();
      assertThat(row.getLong(0)).isEqualTo(hours[i].length);
    }
  }
}
