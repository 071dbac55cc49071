/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.cassandrastats.cli.connection.SchemaChange;

/**
 * A table of response times, always the same: of three services, over two days, one every twenty
 * seconds. They follow the course of the day, a few are many times as long as the others, and in
 * the afternoon of the second day one service is slow.
 */
public final class ResponseTimes {
  public static final String TABLE = "stats_example.response_time";

  private static final Instant FIRST = Instant.parse("2026-03-28T00:00:00Z");
  private static final int SECONDS_APART = 20;
  private static final int ROWS_OF_A_DAY = 86_400 / SECONDS_APART;
  private static final int ROWS = 2 * ROWS_OF_A_DAY;

  /** The median of each service, in milliseconds. */
  private static final Map<String, Double> MEDIANS =
      Map.of("login", 18.0, "search", 75.0, "checkout", 140.0);

  private static final double SPREAD = 0.35;
  private static final double COURSE_OF_THE_DAY = 0.3;
  private static final double SHARE_OF_LONG_ONES = 0.003;
  private static final double LONG = 3;

  private static final String SLOW_SERVICE = "checkout";
  private static final int SLOW_FROM = ROWS_OF_A_DAY + ROWS_OF_A_DAY * 14 / 24;
  private static final int SLOW_TO = SLOW_FROM + ROWS_OF_A_DAY * 2 / 24;
  private static final double SLOW = 3;

  // Below the size that Cassandra warns of (5 KiB).
  private static final int ROWS_OF_A_BATCH = 60;
  private static final int BATCHES_IN_FLIGHT = 16;

  private ResponseTimes() {}

  /**
   * Makes the table where it is missing, and writes all rows: again, if they are there.
   *
   * @return the number of rows
   */
  public static int load(CqlSession session) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE IF NOT EXISTS stats_example WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    SchemaChange.execute(
        session,
        "CREATE TABLE IF NOT EXISTS "
            + TABLE
            + " (service text, at timestamp, millis double, PRIMARY KEY (service, at))");
    PreparedStatement insert =
        session.prepare("INSERT INTO " + TABLE + " (service, at, millis) VALUES (?, ?, ?)");
    for (String service : MEDIANS.keySet()) {
      write(session, insert, service, values(service));
    }
    return ROWS * MEDIANS.size();
  }

  private static void write(
      CqlSession session, PreparedStatement insert, String service, double... values) {
    List<CompletableFuture<AsyncResultSet>> inFlight = new ArrayList<>();
    for (int from = 0; from < values.length; from += ROWS_OF_A_BATCH) {
      inFlight.add(
          session.executeAsync(batch(insert, service, from, values)).toCompletableFuture());
      if (inFlight.size() == BATCHES_IN_FLIGHT || from + ROWS_OF_A_BATCH >= values.length) {
        inFlight.forEach(CompletableFuture::join);
        inFlight.clear();
      }
    }
  }

  private static BatchStatement batch(
      PreparedStatement insert, String service, int from, double... values) {
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    for (int row = from; row < Math.min(values.length, from + ROWS_OF_A_BATCH); row++) {
      batch.addStatement(
          insert.bind(service, FIRST.plusSeconds((long) SECONDS_APART * row), values[row]));
    }
    return batch.build();
  }

  /** The response times of a service, in milliseconds with two decimals. */
  static double[] values(String service) {
    Random random = new Random(service.length());
    double[] values = new double[ROWS];
    for (int row = 0; row < ROWS; row++) {
      double day =
          1 - COURSE_OF_THE_DAY * StrictMath.cos(2 * Math.PI * row / (double) ROWS_OF_A_DAY);
      double chance = StrictMath.exp(SPREAD * random.nextGaussian());
      double tail = random.nextDouble() < SHARE_OF_LONG_ONES ? LONG * (1 + random.nextDouble()) : 1;
      boolean isSlow = service.equals(SLOW_SERVICE) && row >= SLOW_FROM && row < SLOW_TO;
      double value = MEDIANS.get(service) * day * chance * tail * (isSlow ? SLOW : 1);
      values[row] = Math.rint(value * 100) / 100;
    }
    return values;
  }
}
