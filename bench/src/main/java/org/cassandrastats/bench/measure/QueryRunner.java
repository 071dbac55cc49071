/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;

/** Sends requests, takes their time and checks their answers. */
public final class QueryRunner {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** A node that has too many events to write leaves some out, its own time among them. */
  private static final Duration TRACE_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration FIRST_TRACE_PAUSE = Duration.ofMillis(2);
  private static final Duration LONGEST_TRACE_PAUSE = Duration.ofMillis(100);
  private static final double MICROS = 1e6;

  private final CqlSession session;

  /** Sends through a session. */
  public QueryRunner(CqlSession session) {
    this.session = session;
  }

  /**
   * Sends a statement and waits for all of its answer.
   *
   * @param check what is wrong with the answer's only row, if anything is
   */
  public Attempt ask(SimpleStatement statement, Function<Row, Optional<String>> check) {
    long start = System.nanoTime();
    try {
      ResultSet rows = session.execute(statement);
      Row row = rows.one();
      double seconds = secondsSince(start);
      Optional<String> wrong =
          row == null ? Optional.of("there is no row in the answer") : check.apply(row);
      if (wrong.isPresent()) {
        return Attempt.wrong(seconds, wrong.get());
      }
      return Attempt.exact(
          seconds,
          statement.isTracing() ? serverSeconds(rows.getExecutionInfo().getTracingId()) : null);
    } catch (DriverException failed) {
      return Attempt.failed(secondsSince(start), failed);
    }
  }

  /**
   * Sends a statement and fetches all rows of its answer.
   *
   * @param statement traced only if its answer is one page: each page has a trace of its own
   * @param check what is wrong with the rows, if anything is; takes no part in the time
   */
  public Attempt askAll(Statement<?> statement, Function<List<Row>, Optional<String>> check) {
    long start = System.nanoTime();
    try {
      ResultSet answer = session.execute(statement);
      UUID trace = statement.isTracing() ? answer.getExecutionInfo().getTracingId() : null;
      List<Row> rows = new ArrayList<>();
      answer.forEach(rows::add);
      double seconds = secondsSince(start);
      Optional<String> wrong = check.apply(rows);
      return wrong.isPresent()
          ? Attempt.wrong(seconds, wrong.get())
          : Attempt.exact(seconds, serverSeconds(trace));
    } catch (DriverException failed) {
      return Attempt.failed(secondsSince(start), failed);
    }
  }

  /**
   * Has the client split a query, and waits for all of its answer.
   *
   * @param check what is wrong with the answer's only row, if anything is
   * @param numbers adds what is known of the requests
   */
  public Attempt askSplit(
      String cql,
      StatsOptions options,
      Function<StatsRow, Optional<String>> check,
      BiFunction<Attempt, RunStatistics, Attempt> numbers) {
    long start = System.nanoTime();
    try {
      StatsResult result = StatsClient.of(session).run(StatsQuery.of(cql), options, progress -> {});
      double seconds = secondsSince(start);
      return numbers.apply(Attempt.of(seconds, check.apply(result.row())), result.statistics());
    } catch (StatsException failed) {
      return Attempt.failed(secondsSince(start), failed);
    }
  }

  /** A time in seconds. */
  public static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  /** Seconds since a reading of {@link System#nanoTime}. */
  public static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * The duration that the coordinator writes when it is done. The events of the trace are left
   * where they are: there are several for each page.
   */
  private Double serverSeconds(UUID trace) {
    long start = System.nanoTime();
    long pause = FIRST_TRACE_PAUSE.toNanos();
    while (trace != null && System.nanoTime() - start < TRACE_TIMEOUT.toNanos()) {
      try {
        Row row =
            session
                .execute(
                    SimpleStatement.newInstance(
                            "SELECT duration FROM system_traces.sessions WHERE session_id = ?",
                            trace)
                        .setTimeout(TIMEOUT))
                .one();
        if (row != null && !row.isNull(0)) {
          return row.getInt(0) / MICROS;
        }
      } catch (DriverException notReadable) {
        // The role may not read traces: then there is no time of the server.
        return null;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_TRACE_PAUSE.toNanos());
    }
    return null;
  }
}
