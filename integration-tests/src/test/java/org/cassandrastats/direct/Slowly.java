/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Aggregations that are read row by row, so that something can happen meanwhile. */
final class Slowly {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String RUNNING = "SELECT * FROM stats_admin.running_aggregations";

  private final CqlSession session;

  /** Asks the only node of a session. */
  Slowly(CqlSession session) {
    this.session = session;
  }

  CompletionStage<AsyncResultSet> ask(String cql) {
    return session.executeAsync(
        SimpleStatement.newInstance(cql)
            .setPageSize(1)
            .setConsistencyLevel(ConsistencyLevel.LOCAL_ONE)
            .setTimeout(PATIENCE.multipliedBy(2)));
  }

  /** What runs, after some of its pages. */
  Row await() {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      List<Row> rows = running();
      if (!rows.isEmpty() && rows.get(0).getLong("pages") > 1) {
        return rows.get(0);
      }
    }
    throw new AssertionError("nothing runs");
  }

  List<Row> running() {
    return session.execute(RUNNING).all();
  }
}
