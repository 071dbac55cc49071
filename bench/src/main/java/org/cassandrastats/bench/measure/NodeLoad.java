/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.cli.console.UserError;

/** What nodes do for the table of a study, from their virtual tables. */
public final class NodeLoad {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration TIMEOUT = Duration.ofMinutes(70);
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(60);

  private final CqlSession session;

  /** Of all nodes of a session. */
  public NodeLoad(CqlSession session) {
    this.session = session;
  }

  /**
   * Waits until no node works on a request for the table any more.
   *
   * @return the seconds that took
   * @throws UserError if they still do when the deadlines of throw-away nodes are over
   */
  public double awaitIdle() {
    long start = System.nanoTime();
    double seconds = 0;
    while (isBusy()) {
      if (seconds > TIMEOUT.toSeconds()) {
        throw new UserError(
            "The nodes still work on a request after %d min: `SELECT * FROM system_views.queries` shows it."
                .formatted(TIMEOUT.toMinutes()));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      seconds = QueryRunner.secondsSince(start);
    }
    return seconds;
  }

  private boolean isBusy() {
    return rows("SELECT task FROM system_views.queries").stream()
        .map(row -> row.getString(0))
        .anyMatch(
            task ->
                task != null
                    && task.contains(BenchKeyspace.TABLE)
                    && !task.contains("system_views"));
  }

  /** How many reads of the table nodes have carried out since they were started: one for a page. */
  public long pages() {
    String[] names = BenchKeyspace.TABLE.split("\\.", -1);
    return rows(
            "SELECT count FROM system_views.local_read_latency WHERE keyspace_name = ? AND"
                + " table_name = ?",
            names[0],
            names[1])
        .stream()
        .mapToLong(row -> row.getLong(0))
        .sum();
  }

  private List<Row> rows(String cql, Object... values) {
    List<Row> rows = new ArrayList<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      rows.addAll(
          session
              .execute(
                  SimpleStatement.newInstance(cql, values).setNode(node).setTimeout(QUERY_TIMEOUT))
              .all());
    }
    return rows;
  }
}
