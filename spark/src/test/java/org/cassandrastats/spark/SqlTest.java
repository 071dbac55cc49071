/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What SQL can do around a function. */
@ExtendWith(LocalSpark.class)
class SqlTest {
  @BeforeAll
  static void create(SparkSession spark) {
    spark
        .range(0, 1000, 1, 4)
        .selectExpr("id % 3 AS k", "id AS ts", "cast(id % 100 AS double) AS v")
        .createOrReplaceTempView("numbers");
  }

  private static Row first(SparkSession spark, String sql) {
    return spark.sql(sql).first();
  }

  @Test
  void should_take_only_filtered_rows(SparkSession spark) {
    Row row =
        first(spark, "SELECT stats.mean(v) FILTER (WHERE v < 10), stats.mean(v) FROM numbers");

    assertThat(row.getDouble(0)).isEqualTo(4.5);
    assertThat(row.getDouble(1)).isEqualTo(49.5);
  }

  @Test
  void should_take_distinct_values(SparkSession spark) {
    Row row =
        first(
            spark,
            "SELECT stats.moments_count(stats.moments(DISTINCT v)), count(DISTINCT k),"
                + " stats.moments_count(stats.moments(v)) FROM numbers");

    assertThat(row.getLong(0)).isEqualTo(100);
    assertThat(row.getLong(1)).isEqualTo(3);
    assertThat(row.getLong(2)).isEqualTo(1000);
  }

  @Test
  void should_answer_running_windows_as_growing_groups(SparkSession spark) {
    List<Row> rows =
        spark
            .sql(
                "SELECT ts, stats.median(v) OVER (ORDER BY ts) m, stats.mean(v) OVER (ORDER BY"
                    + " ts) d, stats.quantile(v, 0.5) OVER (ORDER BY ts) q, stats.chunk_count("
                    + "stats.chunk(ts, v) OVER (ORDER BY ts)) c FROM numbers WHERE ts < 300"
                    + " ORDER BY ts")
            .collectAsList();

    assertThat(rows).hasSize(300);
    for (int row = 0; row < 300; row += 37) {
      Row alone =
          first(
              spark,
              "SELECT stats.median(v), avg(v), stats.quantile(v, 0.5) FROM numbers WHERE ts <= "
                  + row);
      assertThat(rows.get(row).getDouble(1)).isEqualTo(alone.getDouble(0));
      assertThat(rows.get(row).getDouble(2)).isCloseTo(alone.getDouble(1), within(1e-12));
      assertThat(rows.get(row).getDouble(3)).isEqualTo(alone.getDouble(2));
      assertThat(rows.get(row).getLong(4)).isEqualTo(row + 1);
    }
  }

  @Test
  void should_answer_null_for_no_rows_and_for_nulls(SparkSession spark) {
    String calls = "stats.mean(v), stats.quantile(v, 0.5), stats.max_n(v, 2), stats.moments(v)";
    for (String where : List.of("v < 0", "v IS NULL")) {
      Row row = first(spark, "SELECT " + calls + " FROM numbers WHERE " + where);

      assertThat(row.isNullAt(0)).isTrue();
      assertThat(row.isNullAt(1)).isTrue();
      assertThat(row.isNullAt(2)).isTrue();
      assertThat(row.<byte[]>getAs(3)).isEmpty();
    }
    Row row = first(spark, "SELECT stats.mean(nullif(v, v)), stats.mean(NULL) FROM numbers");
    assertThat(row.isNullAt(0)).isTrue();
    assertThat(row.isNullAt(1)).isTrue();
  }

  @Test
  void should_compute_an_aggregate_once_that_is_written_twice(SparkSession spark) {
    String plan =
        spark
            .sql(
                "SELECT stats.tdigest_quantile(stats.tdigest(v), 0.5),"
                    + " stats.tdigest_quantile(stats.tdigest(v), 0.99) FROM numbers")
            .queryExecution()
            .executedPlan()
            .toString();

    assertThat(plan.split("partial_v2aggregator\\(", -1)).as(plan).hasSize(2);
  }

  @Test
  void should_name_columns_alike_in_every_run(SparkSession spark) {
    String sql = "SELECT stats.mean(v), stats.tdigest_quantile(X'', 0.5) FROM numbers";

    assertThat(spark.sql(sql).columns()).isEqualTo(spark.sql(sql).columns());
    assertThat(spark.sql(sql).columns()[0]).doesNotContain("@");
  }

  @Test
  void should_take_names_in_any_case(SparkSession spark) {
    assertThat(first(spark, "SELECT stats.Mean(v), stats.MOMENTS_SUM(X'') FROM numbers").get(0))
        .isEqualTo(49.5);
  }

  @Test
  void should_be_called_from_data_frames(SparkSession spark) {
    Row row =
        spark
            .table("numbers")
            .agg(expr("stats.mean(v)"), call_function("stats.tdigest", col("v")).as("d"))
            .select(col("d"), call_function("stats.tdigest_quantile", col("d"), lit(0.5)))
            .first();

    assertThat(row.getDouble(1)).isEqualTo(49.5);
  }

  @Test
  void should_give_the_points_of_chunks_as_rows(SparkSession spark) {
    List<Row> rows =
        spark
            .sql(
                "SELECT inline(stats.chunk_points(c)) FROM"
                    + " (SELECT stats.chunk(ts, v) AS c FROM numbers WHERE ts < 5)")
            .collectAsList();

    assertThat(rows).extracting(row -> row.getLong(0)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(rows).extracting(row -> row.<Double>getAs("value")).endsWith(3.0, 4.0);
    assertThat(first(spark, "SELECT stats.chunk_points(X'')").isNullAt(0)).isTrue();
  }

  @Test
  void should_give_the_final_state_of_one_row(SparkSession spark) {
    Row row =
        first(
            spark,
            "SELECT stats.chunk_accumulate(X'', 5L, 2.5) = stats.chunk(5L, 2.5),"
                + " stats.moments_accumulate(X'', 2.5) = stats.moments(2.5)");

    assertThat(row.getBoolean(0)).isTrue();
    assertThat(row.getBoolean(1)).isTrue();
  }

  @Test
  void should_merge_states_that_were_stored(SparkSession spark) {
    Row row =
        first(
            spark,
            "SELECT stats.tdigest_count(stats.tdigest_merge(d)), stats.tdigest_max("
                + "stats.tdigest_merge(d)), count(*) FROM"
                + " (SELECT k, stats.tdigest(v) d FROM numbers GROUP BY k)");

    assertThat(row.getLong(0)).isEqualTo(1000);
    assertThat(row.getDouble(1)).isEqualTo(99.0);
    assertThat(row.getLong(2)).isEqualTo(3);
  }
}
