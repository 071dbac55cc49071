/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Families whose states are of rows in the order of their times, which Spark does not keep. */
@Tag("extended")
@ExtendWith(LocalSpark.class)
class OrderTest {
  private static final int SERIES = 300;

  @BeforeAll
  static void create(SparkSession spark) {
    // A counter that grows by 2 a second and is reset once.
    spark
        .range(0, 30_000, 1, 4)
        .selectExpr(
            "id % 300 AS k",
            "timestamp_millis(1000 * (id div 300)) AS ts", "2D * ((id div 300) % 70) AS v")
        .createOrReplaceTempView("ticks");
  }

  @Test
  void should_merge_parts_in_the_order_of_their_times(SparkSession spark) {
    spark
        .table("ticks")
        .filter("k = 0")
        .repartitionByRange(7, org.apache.spark.sql.functions.col("ts").desc())
        .sortWithinPartitions("ts")
        .createOrReplaceTempView("parts");

    Row row =
        spark
            .sql(
                "SELECT stats.increase(ts, v), stats.counter_num_resets(stats.counter(ts, v)),"
                    + " stats.counter_count(stats.counter(ts, v)), stats.heartbeat_gaps("
                    + "stats.heartbeat(ts, 1500)), stats.time_weight_count(stats.time_weight_locf("
                    + "ts, v)) FROM parts")
            .first();

    // 69 steps, a reset to 0, and 29 steps.
    assertThat(row.getDouble(0)).isEqualTo(2.0 * 69 + 2.0 * 29);
    assertThat(row.getLong(1)).isOne();
    assertThat(row.getLong(2)).isEqualTo(100);
    assertThat(row.getLong(3)).isZero();
    assertThat(row.getLong(4)).isEqualTo(100);
  }

  @Test
  void should_take_rows_that_are_sorted_within_groups(SparkSession spark) {
    // More groups than Spark hashes, so that it merges the first rows behind the others.
    List<Row> rows =
        spark
            .sql(
                "SELECT k, stats.increase(ts, v), stats.last(v, ts) FROM"
                    + " (SELECT * FROM ticks DISTRIBUTE BY k SORT BY k, ts) GROUP BY k")
            .collectAsList();

    assertThat(rows).hasSize(SERIES);
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.getDouble(1)).isEqualTo(2.0 * 69 + 2.0 * 29);
              assertThat(row.getDouble(2)).isEqualTo(2.0 * 29);
            });
  }

  @Test
  void should_merge_stored_states_in_any_order(SparkSession spark) {
    Row row =
        spark
            .sql(
                "SELECT stats.counter_delta(stats.counter_merge(c)) FROM (SELECT ts,"
                    + " stats.counter(ts, v) c FROM ticks WHERE k = 5 GROUP BY ts ORDER BY hash(ts))")
            .first();

    assertThat(row.getDouble(0)).isEqualTo(2.0 * 69 + 2.0 * 29);
  }

  @Test
  void should_refuse_rows_out_of_order(SparkSession spark) {
    assertThatThrownBy(
            () ->
                spark
                    .sql(
                        "SELECT stats.counter(ts, v) FROM (SELECT * FROM ticks WHERE k = 5"
                            + " DISTRIBUTE BY k SORT BY v)")
                    .collectAsList())
        .hasStackTraceContaining("IllegalArgumentException: stats.counter: ");
  }
}
