/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import org.cassandrastats.tools.command.CommandLineRun;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.install.LocalPack;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;
import org.junit.jupiter.api.Test;

/** A bucket that is too much for one request: it is read in parts. */
final class RollupDeadlinesIT {
  private static final int ROWS = 40_000;
  private static final int BATCH = 200;

  @Test
  void should_read_buckets_in_parts_that_are_too_much_for_one_request() {
    try (Node node =
            Node.start(
                NodeSettings.builder()
                    .yaml("read_request_timeout", "500ms")
                    .yaml("range_request_timeout", "500ms")
                    .build());
        CqlSession session = node.sessionBuilder().build()) {
      LocalPack.install(
          session, Set.of("moments", "histogram", "tdigest", "mean"), Console.plain());
      load(session);

      CommandLineRun run =
          CommandLineRun.of(
              "rollup",
              "--contact-point",
              "127.0.0.1:" + node.address().getPort(),
              "--from",
              "shop.readings",
              "--time",
              "at",
              "--bucket",
              "1d",
              "--state",
              "moments(v), histogram(v, 0, 1000, 4), tdigest(v)",
              "--into",
              "shop.daily");

      assertThat(run.exitCode()).as("%s", run).isZero();
      assertThat(run.out())
          .startsWith("2 buckets of 40,010 rows written to shop.daily")
          .contains("too much for one request and were read in parts");
      Row large =
          session
              .execute(
                  "SELECT rows, stats.moments_count(moments_v), stats.moments_mean(moments_v), stats.histogram_counts(histogram_v),"
                      + " stats.tdigest_count(tdigest_v), stats.tdigest_max(tdigest_v), stats.tdigest_quantile(tdigest_v, 0.5)"
                      + " FROM shop.daily WHERE k = 1 AND bucket = '1970-01-02T00:00:00Z'")
              .one();
      assertThat(large.getLong(0)).isEqualTo(ROWS);
      assertThat(large.getLong(1)).isEqualTo(ROWS);
      assertThat(large.getDouble(2)).isEqualTo(499.5, within(1e-9));
      assertThat(large.getList(3, Long.class))
          .isEqualTo(Collections.nCopies(4, (long) ROWS / 4));
      assertThat(large.getLong(4)).isEqualTo(ROWS);
      assertThat(large.getDouble(5)).isEqualTo(999);
      assertThat(large.getDouble(6)).isEqualTo(499.5, within(5.0));
    }
  }

  private static void load(CqlSession session) {
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute(
        "CREATE TABLE shop.readings (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.readings (k, at, v) VALUES (1, ?, ?)");
    for (int from = 0; from < ROWS; from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = from; row < from + BATCH; row++) {
        batch.addStatement(
            insert.bind(Instant.ofEpochMilli(86_400_000L + row * 2000L), (double) (row % 1000)));
      }
      session.execute(batch.build());
    }
    for (int row = 0; row < 10; row++) {
      session.execute(insert.bind(Instant.ofEpochMilli(2 * 86_400_000L + row), (double) row));
    }
  }
}
