/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.spark.SourceNode.Running;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates that Cassandra answers, beside its own answers and those of Spark. */
@Tag("extended")
@ExtendWith({LocalSpark.class, SourceNode.class})
class PushedAggregatesIT {
  private static final List<String> PACK =
      List.of(
          "moments(v)",
          "moments(n)",
          "moments(b)",
          "moments(f)",
          "mean(v)",
          "mean(w)",
          "variance(n)",
          "skewness(v)",
          "hll(note)",
          "hll(n)",
          "approx_count_distinct(b)",
          "theta(note)",
          "ddsketch(v, 0.01)",
          "histogram(v, 0.0, 100.0, 64)",
          "frequent_items(note, 100)",
          "regression(v, w)",
          "corr(v, w)",
          "min_by(n, v)",
          "first(v, at)",
          "last(v, at)");

  private static final double RANK_ERROR = 0.05;
  private static final double[] QUANTILES = {0.01, 0.25, 0.5, 0.75, 0.99};

  private static final List<String> BUILT_IN =
      List.of(
          "count(*)",
          "count(v)",
          "count(note)",
          "min(v)",
          "max(v)",
          "min(w)",
          "max(w)",
          "min(n)",
          "max(b)",
          "min(at)",
          "max(at)",
          "min(note)",
          "max(note)",
          "sum(v)",
          "sum(w)",
          "sum(n)",
          "sum(b)",
          "sum(f)",
          "avg(v)",
          "avg(w)",
          "avg(n)",
          "avg(b)",
          "avg(f)");

  private static Running node;
  private static SparkSession spark;

  @BeforeAll
  static void load(Running running, SparkSession session) {
    node = running;
    spark = session;
    node.addCatalog(spark);
    node.table(spark, "readings", Map.of()).createOrReplaceTempView("readings");
    node.table(spark, "readings", Map.of("push-aggregates", "false"))
        .createOrReplaceTempView("rows");
    node.session()
        .execute(
            "CREATE TABLE IF NOT EXISTS shop.empty (k int, c int, v double, PRIMARY KEY (k, c))");
    node.table(spark, "empty", Map.of()).createOrReplaceTempView("empty");
  }

  private static String plan(Dataset<Row> asked) {
    return asked.queryExecution().executedPlan().toString();
  }

  private static Stream<String> pack() {
    return PACK.stream();
  }

  private static Stream<String> builtIn() {
    return BUILT_IN.stream();
  }

  @ParameterizedTest
  @MethodSource("pack")
  void should_give_the_answer_of_the_server_for_each_partition(String call) {
    Dataset<Row> asked =
        spark.sql("SELECT sensor, stats." + call + " FROM readings GROUP BY sensor");

    assertThat(plan(asked)).contains("asks each range: SELECT sensor, stats." + call);
    List<Row> found = asked.collectAsList();
    assertThat(found).hasSize(SourceNode.SENSORS);
    for (Row row : found) {
      Object expected =
          node.rows("SELECT stats." + call + " FROM shop.readings WHERE sensor = " + row.getInt(0))
              .get(0)
              .getObject(0);
      assertThat(comparable(row.get(1))).as(call).isEqualTo(comparable(expected));
    }
  }

  /** A partition may be read in parts, whose digests are merged: another one of the same rows. */
  @ParameterizedTest
  @ValueSource(strings = {"v", "w", "n", "f"})
  void should_give_a_digest_of_each_partition(String column) {
    Dataset<Row> asked =
        spark.sql(
            "SELECT sensor, stats.tdigest(%1$s), stats.median(%1$s) FROM readings GROUP BY sensor"
                .formatted(column));

    assertThat(plan(asked)).contains("asks each range: SELECT sensor, stats.tdigest(" + column);
    List<Row> found = asked.collectAsList();
    assertThat(found).hasSize(SourceNode.SENSORS);
    for (Row row : found) {
      ByteBuffer digest = ByteBuffer.wrap((byte[]) row.get(1));
      ByteBuffer expected =
          node.rows(
                  "SELECT stats.tdigest(%s) FROM shop.readings WHERE sensor = %d"
                      .formatted(column, row.getInt(0)))
              .get(0)
              .getByteBuffer(0);
      double least = TdigestAccessors.min(expected);
      double greatest = TdigestAccessors.max(expected);
      assertThat(TdigestAccessors.count(digest)).isEqualTo(TdigestAccessors.count(expected));
      assertThat(TdigestAccessors.min(digest)).isEqualTo(least);
      assertThat(TdigestAccessors.max(digest)).isEqualTo(greatest);
      double allowed = RANK_ERROR * (greatest - least);
      for (double quantile : QUANTILES) {
        assertThat(Tdigest.quantile(digest, quantile))
            .as("%s of %s", quantile, column)
            .isCloseTo(Tdigest.quantile(expected, quantile), within(allowed));
      }
      assertThat(row.getDouble(2)).isCloseTo(Tdigest.quantile(expected, 0.5), within(allowed));
    }
  }

  private static Object comparable(Object value) {
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  @ParameterizedTest
  @MethodSource("builtIn")
  void should_give_the_answer_of_spark_for_each_partition(String call) {
    String sql = "SELECT sensor, " + call + " FROM %s GROUP BY sensor ORDER BY sensor";

    assertSameRows(sql);
  }

  @ParameterizedTest
  @MethodSource("builtIn")
  void should_give_the_answer_of_spark_for_all_rows(String call) {
    assertSameRows("SELECT " + call + " FROM %s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT at, count(*), max(v) FROM %s GROUP BY at ORDER BY at",
        "SELECT sensor, at, count(n) FROM %s WHERE sensor = 3 GROUP BY sensor, at ORDER BY at",
        "SELECT at, sum(n), sensor FROM %s GROUP BY at, sensor ORDER BY at, sensor",
        "SELECT count(*) FROM %s WHERE sensor IN (1, 5, 77)",
        "SELECT sensor, count(*) FROM %s WHERE sensor IN (1, 5, 77) GROUP BY sensor ORDER BY sensor",
        "SELECT count(*), min(v) FROM %s WHERE at >= TIMESTAMP'2026-03-01 10:00:00'",
        "SELECT sensor, count(v) FROM %s WHERE at > TIMESTAMP'2026-03-01 10:00:00' AND at <= TIMESTAMP'2026-03-02 00:00:00' GROUP BY sensor ORDER BY sensor",
        "SELECT max(n) FROM %s WHERE sensor = 2 AND at < TIMESTAMP'2026-03-01 01:00:00'",
        "SELECT count(*), sum(n), min(v), avg(v) FROM %s WHERE sensor = 77"
      })
  void should_give_the_answer_of_spark_for_groups_and_filters(String sql) {
    assertSameRows(sql);
  }

  private static void assertSameRows(String sql) {
    Dataset<Row> pushed = spark.sql(sql.formatted("readings"));
    Dataset<Row> unpushed = spark.sql(sql.formatted("rows"));

    assertThat(plan(pushed)).contains("cassandra-stats asks");
    assertThat(plan(unpushed)).contains("cassandra-stats reads rows");
    assertThat(pushed.schema().fields()).hasSameSizeAs(unpushed.schema().fields());
    List<Row> found = pushed.collectAsList();
    List<Row> expected = unpushed.collectAsList();
    assertThat(found).as(sql).hasSameSizeAs(expected);
    for (int row = 0; row < found.size(); row++) {
      for (int column = 0; column < expected.get(row).size(); column++) {
        assertSameValue(found.get(row).get(column), expected.get(row).get(column), sql);
      }
    }
  }

  /** Sums of doubles depend on their order in the last digits. */
  private static void assertSameValue(Object found, Object expected, String what) {
    if (found instanceof Double number
        && expected instanceof Double other
        && Double.isFinite(other)) {
      assertThat(number).as(what).isCloseTo(other, within(1e-12 * Math.abs(other)));
    } else {
      assertThat(found).as(what).isEqualTo(expected);
    }
  }

  @Test
  void should_merge_all_ranges_in_one_task() {
    Dataset<Row> asked =
        spark.sql(
            "SELECT stats.tdigest_count(stats.tdigest(v)), stats.moments_count(stats.moments(v)), stats.mean(v), count(v) FROM readings");

    assertThat(plan(asked)).contains("asks all ranges, merged by one task: SELECT");
    Row found = asked.first();
    assertThat(found.get(0)).isEqualTo(found.get(3));
    assertThat(found.get(1)).isEqualTo(found.get(3));
    double expected = node.rows("SELECT stats.mean(v) FROM shop.readings").get(0).getDouble(0);
    assertThat(found.getDouble(2)).isCloseTo(expected, within(1e-12 * expected));
  }

  @Test
  void should_give_a_state_of_each_range_that_spark_merges() {
    Dataset<Row> asked =
        spark.sql(
            """
            SELECT stats.moments_count(stats.moments_merge(m)), stats.tdigest_count(stats.tdigest_merge(d)), sum(c), count(*)
            FROM (SELECT _range, stats.moments(v) m, stats.tdigest(v) d, count(v) c
                  FROM cassandra.shop.readings GROUP BY _range)
            """);

    assertThat(plan(asked)).contains("asks each range: SELECT stats.moments(v)");
    Row found = asked.first();
    long expected = node.rows("SELECT count(v) FROM shop.readings").get(0).getLong(0);
    assertThat(found.get(0)).isEqualTo(expected);
    assertThat(found.get(1)).isEqualTo(expected);
    assertThat(found.get(2)).isEqualTo(expected);
    assertThat(found.getLong(3)).isBetween(2L, 8L);
  }

  @Test
  void should_merge_groups_that_several_ranges_have_in_spark() {
    Dataset<Row> asked =
        spark.sql(
            """
            SELECT at, sum(c) FROM (SELECT at, _range, count(*) c FROM cassandra.shop.readings GROUP BY at, _range) GROUP BY at
            """);

    assertThat(plan(asked)).contains("asks each range: SELECT at, count(*)");
    List<Row> found = asked.collectAsList();
    assertThat(found).hasSize(SourceNode.ROWS);
    assertThat(found).allMatch(row -> row.getLong(1) == SourceNode.SENSORS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT count(*) FROM %s WHERE v > 50",
        "SELECT count(DISTINCT note) FROM %s",
        "SELECT count(*) FILTER (WHERE n > 0) FROM %s",
        "SELECT note, count(*) FROM %s GROUP BY note ORDER BY note",
        "SELECT sensor %% 2, count(*) FROM %s GROUP BY 1 ORDER BY 1",
        "SELECT max(v + 1) FROM %s",
        "SELECT sensor, count(*) FROM %s WHERE sensor > 5 GROUP BY sensor ORDER BY sensor"
      })
  void should_leave_to_spark_what_cassandra_does_not_answer(String sql) {
    Dataset<Row> asked = spark.sql(sql.formatted("readings"));

    assertThat(plan(asked)).contains("cassandra-stats reads rows").doesNotContain("asks");
    assertThat(asked.collectAsList()).isEqualTo(spark.sql(sql.formatted("rows")).collectAsList());
  }

  @Test
  void should_leave_groups_of_fractions_to_spark_which_takes_both_zeros_for_one() {
    node.session()
        .execute(
            "CREATE TABLE IF NOT EXISTS shop.zeros (k int, c double, v int, PRIMARY KEY (k, c))");
    node.session().execute("INSERT INTO shop.zeros (k, c, v) VALUES (1, 0.0, 1)");
    node.session().execute("INSERT INTO shop.zeros (k, c, v) VALUES (1, -0.0, 2)");
    node.table(spark, "zeros", Map.of()).createOrReplaceTempView("zeros");
    Dataset<Row> asked = spark.sql("SELECT c, sum(v) FROM zeros GROUP BY c");

    assertThat(plan(asked)).contains("whose groups differ in Spark");
    assertThat(asked.collectAsList()).extracting(row -> row.getLong(1)).containsExactly(3L);
  }

  @Test
  void should_refuse_a_sum_that_may_be_another_one_in_spark() {
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.huge (k int PRIMARY KEY, b bigint)");
    node.session().execute("INSERT INTO shop.huge (k, b) VALUES (1, 9223372036854775807)");
    node.session().execute("INSERT INTO shop.huge (k, b) VALUES (2, 1)");
    node.table(spark, "huge", Map.of()).createOrReplaceTempView("huge");

    assertThatThrownBy(() -> spark.sql("SELECT try_sum(b) FROM huge").collectAsList())
        .hasStackTraceContaining("set the option push-aggregates to false");
  }

  @Test
  void should_find_no_row_of_a_key_that_cassandra_has_none_of() {
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.texts (k text PRIMARY KEY, v int)");
    node.session().execute("INSERT INTO shop.texts (k, v) VALUES ('a', 1)");
    node.table(spark, "texts", Map.of()).createOrReplaceTempView("texts");

    assertThat(spark.sql("SELECT v FROM texts WHERE k IN ('', 'a')").collectAsList()).hasSize(1);
    assertThat(spark.sql("SELECT v FROM texts WHERE k = ''").collectAsList()).isEmpty();
  }

  @Test
  void should_say_why_aggregates_are_not_pushed() {
    assertThat(plan(spark.sql("SELECT note, count(*) FROM readings GROUP BY note")))
        .contains("no aggregates, because note is no column of the primary key");
    assertThat(plan(spark.sql("SELECT count(*) FROM readings WHERE v > 50")))
        .contains("SELECT v FROM shop.readings; Spark filters by v IS NOT NULL AND v > 50.0");
  }

  @Test
  void should_give_what_spark_gives_for_no_rows() {
    node.table(spark, "empty", Map.of("push-aggregates", "false"))
        .createOrReplaceTempView("empty_rows");
    String sql =
        "SELECT count(*), count(v), sum(v), avg(v), min(v), sum(c), stats.mean(v), stats.tdigest(v) FROM ";

    Row pushed = spark.sql(sql + "empty").first();
    Row ofRows = spark.sql(sql + "empty_rows").first();

    for (int i = 0; i < pushed.size(); i++) {
      assertThat(comparable(pushed.get(i))).as("%d", i).isEqualTo(comparable(ofRows.get(i)));
    }
    assertThat(pushed.getLong(0)).isZero();
    assertThat(pushed.isNullAt(2)).isTrue();
    assertThat(spark.sql("SELECT k, count(*) FROM empty GROUP BY k").collectAsList()).isEmpty();
    assertThat(
            spark
                .sql("SELECT _range, count(*) FROM cassandra.shop.empty GROUP BY _range")
                .collectAsList())
        .isEmpty();
  }

  @Test
  void should_give_the_same_by_rows_that_the_client_aggregates() {
    node.table(spark, "readings", Map.of("lane", "client")).createOrReplaceTempView("by_client");
    String sql =
        "SELECT sensor, stats.moments_count(stats.moments(v)), count(v), sum(n), avg(f) FROM %s GROUP BY sensor ORDER BY sensor";

    List<Row> found = spark.sql(sql.formatted("by_client")).collectAsList();
    List<Row> expected = spark.sql(sql.formatted("readings")).collectAsList();

    assertThat(plan(spark.sql(sql.formatted("by_client")))).contains("asks each range");
    for (int row = 0; row < expected.size(); row++) {
      for (int column = 0; column < expected.get(row).size(); column++) {
        assertSameValue(
            comparable(found.get(row).get(column)), comparable(expected.get(row).get(column)), sql);
      }
    }
  }
}
