/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.target.NodeManagement;
import org.cassandrastats.bench.target.NodeManagement.ReadTime;
import org.cassandrastats.bench.target.Target;

/** Reads the newest rows of partitions, and has the server say how long that took. */
final class RecentQueries {
  /** Seconds of the replica's read by its own metrics, of the request that is not traced. */
  static final String REPLICA = "replica_seconds";

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final double MICROS = 1e6;

  private final CqlSession session;
  private final Asker asker;
  private final List<NodeManagement> management;
  private final ExactColumn column;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  RecentQueries(Target target, ExactColumn column) {
    this.session = target.session();
    this.asker = new Asker(session);
    this.management = target.management();
    this.column = column;
  }

  /** Reads once, for the node to compile its code and to fill its caches. */
  void warm(RecentRead read) {
    try {
      session.execute(statement(read)).all();
    } catch (DriverException failed) {
      // If it goes on like this, the measured reads fail and are recorded.
      return;
    }
  }

  /**
   * Reads twice: first as users do, then traced. The client's time and the replica's are of the
   * first read, the coordinator's is of the second, which tracing makes slower.
   */
  Attempt ask(RecentRead read) {
    ReadTime before = readTime(read);
    Attempt plain = asker.askAll(statement(read), rows -> check(read, rows));
    if (!plain.isExact()) {
      return plain;
    }
    ReadTime after = readTime(read);
    Attempt traced = asker.askAll(statement(read).setTracing(true), rows -> check(read, rows));
    if (!traced.isExact()) {
      return traced;
    }
    Attempt attempt = Attempt.exact(plain.seconds(), traced.serverSeconds());
    // A read of anybody else would be in the difference.
    return after.count() == before.count() + 1
        ? attempt.with(REPLICA, (after.micros() - before.micros()) / MICROS)
        : attempt;
  }

  private BoundStatement statement(RecentRead read) {
    return prepared
        .computeIfAbsent(read.cql(), session::prepare)
        .bind(read.values())
        .setTimeout(TIMEOUT);
  }

  private ReadTime readTime(RecentRead read) {
    long count = 0;
    long micros = 0;
    for (NodeManagement node : management) {
      ReadTime time = node.readTime(read.order().table());
      count += time.count();
      micros += time.micros();
    }
    return new ReadTime(count, micros);
  }

  private Optional<String> check(RecentRead read, List<Row> rows) {
    if (rows.size() != read.newest()) {
      return Optional.of("there are %d rows instead of %d".formatted(rows.size(), read.newest()));
    }
    for (int i = 0; i < rows.size(); i++) {
      int at = read.rows() - 1 - i;
      Row row = rows.get(i);
      if (row.getLong(0) != at
          || Double.doubleToRawLongBits(row.getDouble(1))
              != Double.doubleToRawLongBits(column.value(at))) {
        return Optional.of(
            "row %d is (%d, %s) instead of (%d, %s)"
                .formatted(i, row.getLong(0), row.getDouble(1), at, column.value(at)));
      }
    }
    return Optional.empty();
  }
}
