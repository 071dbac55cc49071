/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.run;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Sends requests, takes their time and checks their answers. */
public final class Asker {
  private static final Duration TRACE_PATIENCE = Duration.ofSeconds(60);
  private static final Duration TRACE_PAUSE = Duration.ofMillis(100);
  private static final double MICROS = 1e6;

  private final CqlSession session;

  /** Sends through a session. */
  public Asker(CqlSession session) {
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
    while (trace != null && System.nanoTime() - start < TRACE_PATIENCE.toNanos()) {
      try {
        Row row =
            session
                .execute(
                    SimpleStatement.newInstance(
                            "SELECT duration FROM system_traces.sessions WHERE session_id = ?",
                            trace)
                        .setTimeout(TRACE_PATIENCE))
                .one();
        if (row != null && !row.isNull(0)) {
          return row.getInt(0) / MICROS;
        }
      } catch (DriverException notReadable) {
        // The role may not read traces: then there is no time of the server.
        return null;
      }
      LockSupport.parkNanos(TRACE_PAUSE.toNanos());
    }
    return null;
  }
}
