/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets whose rows have no value: their states are null, whichever way they were made. */
@ExtendWith(NativeNodeExtension.class)
final class RollupEmptyStatesIT {
  private static final String STATES =
      "moments(v) AS s1, tdigest(v) AS s2, histogram(v, 0, 10, 5) AS s3, ddsketch(v, 0.01) AS s4,"
          + " min_max_by(v, at) AS s5, first_last(v) AS s6, chunk(at, v) AS s7, min_n_state(v, 3) AS s8";
  private static final String MERGED =
      "moments_merge(s1) AS s1, tdigest_merge(s2) AS s2, histogram_merge(s3) AS s3, ddsketch_merge(s4) AS s4,"
          + " extremes_merge(s5) AS s5, extremes_merge(s6) AS s6, chunk_merge(s7) AS s7, extremes_merge(s8) AS s8";

  @ParameterizedTest
  @ValueSource(strings = {"server", "client"})
  void should_write_null_for_state_without_values(
      String lane, NativeNode node, @TempDir Path directory) {
    node.execute("CREATE TABLE shop.hollow (k int, at bigint, v double, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.hollow (k, at) VALUES (1, 0)");
    node.execute("INSERT INTO shop.hollow (k, at) VALUES (1, 3600000)");

    CommandLineRun hours =
        node.run(
            directory, "rollup", RollupLine.of("hollow", "hollow_hourly", STATES, "--lane", lane));
    CommandLineRun days =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.hollow_hourly",
            "--time",
            "bucket",
            "--bucket",
            "1d",
            "--state",
            MERGED,
            "--into",
            "shop.hollow_daily",
            "--lane",
            lane);

    for (CommandLineRun run : List.of(hours, days)) {
      assertThat(run.exitCode()).as("%s", run).isZero();
    }
    expectNulls(node, "hollow_hourly", List.of(1L, 1L));
    expectNulls(node, "hollow_daily", List.of(2L));
  }

  private static void expectNulls(NativeNode node, String table, List<Long> rows) {
    List<Row> buckets = node.rows("SELECT rows, s1, s2, s3, s4, s5, s6, s7, s8 FROM shop." + table);
    assertThat(buckets).extracting(bucket -> bucket.getLong(0)).isEqualTo(rows);
    for (Row bucket : buckets) {
      for (int state = 1; state < bucket.size(); state++) {
        assertThat(bucket.isNull(state)).as("%s", bucket.getFormattedContents()).isTrue();
      }
    }
  }
}
