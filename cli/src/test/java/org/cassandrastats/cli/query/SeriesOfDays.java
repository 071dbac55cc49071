/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

/** A month of a series that is kept in a partition for each day, as ThingsBoard keeps it. */
final class SeriesOfDays {
  private static final long SEED = 20261123;
  private static final int DAYS = 30;
  private static final int HOURS = 24;
  private static final int BATCH = 200;
  private static final int AT_ONCE = 4;
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final LocalDate FIRST = LocalDate.parse("2026-03-10");
  private static final UUID DEVICE = UUID.fromString("13814000-1dd2-11b2-8080-808080808080");
  private static final String SERIES =
      "entity_type = 'DEVICE' AND entity_id = 13814000-1dd2-11b2-8080-808080808080 AND key = 'temperature'";
  private static final String VALUES =
      "count(*), min(dbl_v), max(dbl_v), stats.mean(dbl_v), stats.tdigest_quantile(stats.tdigest(dbl_v), 0.99)";

  /** What is promised of a digest. */
  private static final double RANK_ERROR = 0.005;

  /** The values of each hour, sorted. */
  private final List<double[]> hours = new ArrayList<>();

  /** Makes the table shop.ts_kv_cf, and writes its rows. */
  SeriesOfDays(CqlSession session, int rowsOfDay) {
    session.execute(
        "CREATE TABLE shop.ts_kv_cf (entity_type text, entity_id timeuuid, key text, partition bigint, ts bigint,"
            + " bool_v boolean, str_v text, long_v bigint, dbl_v double, json_v text,"
            + " PRIMARY KEY ((entity_type, entity_id, key, partition), ts))");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO shop.ts_kv_cf (entity_type, entity_id, key, partition, ts, dbl_v) VALUES ('DEVICE', ?, 'temperature', ?, ?, ?)");
    Random random = new Random(SEED);
    long step = Duration.ofDays(1).toMillis() / rowsOfDay;
    Deque<Sent> sent = new ArrayDeque<>();
    for (int hour = 0; hour < DAYS * HOURS; hour++) {
      int dayOfMonth = hour / HOURS;
      double[] values = new double[rowsOfHour(hour % HOURS, step)];
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = 0; row < values.length; row++) {
        values[row] = 20 + hour % HOURS / 10.0 + dayOfMonth / 100.0 + random.nextGaussian();
        long at = firstOfHour(hour % HOURS, step) + row * step;
        batch.addStatement(insert.bind(DEVICE, day(hour), day(hour) + at, values[row]));
        if (row % BATCH == BATCH - 1 || row == values.length - 1) {
          sent.add(Sent.of(session, batch.build()));
          batch = BatchStatement.builder(BatchType.UNLOGGED);
        }
        if (sent.size() >= AT_ONCE) {
          sent.poll().await(session);
        }
      }
      Arrays.sort(values);
      hours.add(values);
    }
    sent.forEach(last -> last.await(session));
  }

  /** The time of day of the first row of an hour. */
  private static long firstOfHour(int hour, long step) {
    return (hour * HOUR + step - 1) / step * step;
  }

  private static int rowsOfHour(int hour, long step) {
    return (int) ((firstOfHour(hour + 1, step) - firstOfHour(hour, step)) / step);
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

  private static long day(int hour) {
    return FIRST.plusDays(hour / HOURS).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  private static long begin(int hour) {
    return day(hour) + hour % HOURS * HOUR;
  }

  /** How many rows there are. */
  int rows() {
    return hours.stream().mapToInt(values -> values.length).sum();
  }

  /**
   * What asks for all hours.
   *
   * @param partition what is grouped by beside the series and the hour: nothing, or the column with
   *     a comma
   */
  static List<String> query(String partition) {
    String hour = "stats.time_bucket('1h', ts, 'ms')";
    return List.of(
        "SELECT %s AS hour, %s FROM shop.ts_kv_cf WHERE %s GROUP BY entity_type, entity_id, key, %s%s"
            .formatted(hour, VALUES, SERIES, partition, hour),
        "--partitions",
        "partition=%s..%s/1d".formatted(FIRST, FIRST.plusDays(DAYS - 1)),
        "--format",
        "csv");
  }

  /**
   * Compares every hour with its values: all exactly, but means within rounding, quantiles within
   * their error.
   */
  void assertExact(CommandLineRun run) throws IOException {
    assertThat(run.exitCode()).as("%s", run).isZero();
    List<CSVRecord> rows =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(run.out()))
            .getRecords();
    assertThat(rows).hasSize(hours.size());
    for (int i = 0; i < hours.size(); i++) {
      CSVRecord row = rows.get(i);
      double[] sorted = hours.get(i);
      assertThat(Long.parseLong(row.get("hour"))).isEqualTo(begin(i));
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

  /**
   * What an application does without the command where the functions are: a query for each hour.
   */
  void oneByOne(CqlSession session) {
    PreparedStatement select = prepare(session, VALUES);
    for (int i = 0; i < hours.size(); i++) {
      Row row = session.execute(bind(select, i)).one();
      assertThat(row.getLong(0)).isEqualTo(hours.get(i).length);
    }
  }

  /** What it does where they are not: it reads the rows of each hour, and sorts them. */
  void rowsOneByOne(CqlSession session) {
    PreparedStatement select = prepare(session, "dbl_v");
    for (int i = 0; i < hours.size(); i++) {
      double[] values = new double[hours.get(i).length];
      int count = 0;
      for (Row row : session.execute(bind(select, i))) {
        values[count++] = row.getDouble(0);
      }
      Arrays.sort(values);
      assertThat(values).isEqualTo(hours.get(i));
    }
  }

  private static PreparedStatement prepare(CqlSession session, String selectors) {
    return session.prepare(
        "SELECT %s FROM shop.ts_kv_cf WHERE %s AND partition = ? AND ts >= ? AND ts < ?"
            .formatted(selectors, SERIES));
  }

  private static BoundStatement bind(PreparedStatement select, int hour) {
    return select.bind(day(hour), begin(hour), begin(hour) + HOUR);
  }

  /**
   * Times what one command does beside what queries do, twice, and prints both.
   *
   * @param command which is checked
   * @param queries what an application does instead
   */
  void compare(Command command, Runnable queries) throws IOException {
    for (int time = 0; time < 2; time++) {
      long start = System.nanoTime();
      CommandLineRun run = command.run();
      double ofCommand = (System.nanoTime() - start) / 1e9;
      assertExact(run);
      start = System.nanoTime();
      queries.run();
      double ofQueries = (System.nanoTime() - start) / 1e9;
      System.err.printf(
          "%,d rows; one command: %.1f s, %d queries in sequence: %.1f s, %.2f times as fast%n%s%n",
          rows(), ofCommand, hours.size(), ofQueries, ofQueries / ofCommand, run.error());
    }
  }

  /** A run of the command. */
  interface Command {
    CommandLineRun run() throws IOException;
  }
}
