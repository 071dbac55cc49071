/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
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
          session,
          Set.of(
              "moments",
              "moments_merge",
              "histogram",
              "histogram_merge",
              "tdigest",
              "tdigest_merge"),
          Console.plain());
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
          .contains("; 2 of them were read in parts");
      // The states are merged by the node, and asked here: nothing else is installed there.
      StatsRow large =
          StatsClient.of(session)
              .run(
                  StatsQuery.of(
                      "SELECT sum(rows), stats.moments_count(stats.moments_merge(moments_v)),"
                          + " stats.moments_mean(stats.moments_merge(moments_v)),"
                          + " stats.histogram_counts(stats.histogram_merge(histogram_v)),"
                          + " stats.tdigest_count(stats.tdigest_merge(tdigest_v)),"
                          + " stats.tdigest_max(stats.tdigest_merge(tdigest_v)),"
                          + " stats.tdigest_quantile(stats.tdigest_merge(tdigest_v), 0.5)"
                          + " FROM shop.daily WHERE k = 1 AND bucket < ?",
                      Instant.parse("1970-01-03T00:00:00Z")))
              .row();
      assertThat(large.get(0)).isEqualTo((long) ROWS);
      assertThat(large.get(1)).isEqualTo((long) ROWS);
      assertThat((Double) large.get(2)).isEqualTo(499.5, within(1e-9));
      assertThat(large.get(3)).isEqualTo(Collections.nCopies(4, (long) ROWS / 4));
      assertThat(large.get(4)).isEqualTo((long) ROWS);
      assertThat(large.get(5)).isEqualTo(999.0);
      assertThat((Double) large.get(6)).isEqualTo(499.5, within(5.0));
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
      // Behind a day without rows.
      session.execute(insert.bind(Instant.ofEpochMilli(3 * 86_400_000L + row), (double) row));
    }
  }
}
