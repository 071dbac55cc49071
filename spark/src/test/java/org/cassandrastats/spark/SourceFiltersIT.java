/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Conditions with constants of each type, beside Spark's own of the same rows. */
@ExtendWith({LocalSpark.class, SourceNode.class})
class SourceFiltersIT {
  private static final List<String> OPERATORS = List.of("=", "<", "<=", ">", ">=", "<>");

  private static Running node;
  private static SparkSession spark;

  @BeforeAll
  static void load(Running running, SparkSession session) {
    node = running;
    spark = session;
    node.addCatalog(spark);
  }

  /** A type of CQL, values of it, constants of Spark. */
  private static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(
            "int", List.of("-1", "0", "7"), List.of("0", "7L", "6.5", "CAST(7 AS tinyint)")),
        Arguments.of(
            "bigint",
            List.of("-9223372036854775808", "0", "9223372036854775807"),
            List.of("0", "9223372036854775807", "1e19")),
        Arguments.of("tinyint", List.of("-128", "0", "127"), List.of("127", "128", "-129")),
        Arguments.of(
            "text",
            List.of("'a'", "'a''b'", "'é'", "'\uD83D\uDE00'", "'\uFFFF'", "'\uFFFD'"),
            List.of(
                "'a'",
                "'a\\'b'",
                "'é'",
                "'\uD83D\uDE00'",
                "'\uFFFF'",
                "''",
                "cast(X'ff' AS string)")),
        Arguments.of("ascii", List.of("'a'", "'b'"), List.of("'a'", "'é'")),
        Arguments.of(
            "date",
            List.of("'1969-12-31'", "'2026-03-01'", "'0001-01-01'", "'9999-12-31'"),
            List.of(
                "DATE'2026-03-01'",
                "DATE'0001-01-01'",
                "DATE'9999-12-31'",
                "TIMESTAMP'2026-03-01 00:00:00'")),
        Arguments.of(
            "timestamp",
            List.of(
                "'1582-10-04T00:00:00Z'",
                "'1969-12-31T23:59:59.999Z'",
                "'2026-03-01T00:00:00.123Z'"),
            List.of(
                "TIMESTAMP'2026-03-01 00:00:00.123'",
                "TIMESTAMP'2026-03-01 00:00:00.1235'",
                "TIMESTAMP'1969-12-31 23:59:59.999'",
                "TIMESTAMP'1582-10-04 00:00:00'",
                "DATE'2026-03-01'")),
        Arguments.of(
            "float",
            List.of("0.1", "-0.0", "0.0", "NaN", "Infinity"),
            List.of("0.1D", "CAST(0.1 AS float)", "0.0F", "CAST('NaN' AS float)")),
        Arguments.of(
            "double",
            List.of("0.1", "-0.0", "0.0", "NaN", "-Infinity"),
            List.of("0.1D", "0.0D", "CAST('NaN' AS double)", "1")),
        Arguments.of("decimal", List.of("1", "1.50", "-3"), List.of("1.5", "1", "-3.000")),
        Arguments.of(
            "varint", List.of("1", "12345678901234567890"), List.of("1", "12345678901234567890")),
        Arguments.of("boolean", List.of("true", "false"), List.of("true")),
        Arguments.of(
            "uuid",
            List.of("123e4567-e89b-12d3-a456-426614174000", "523e4567-e89b-42d3-a456-426614174000"),
            List.of(
                "'123e4567-e89b-12d3-a456-426614174000'",
                "'123E4567-E89B-12D3-A456-426614174000'",
                "'none'")),
        Arguments.of("blob", List.of("0x00", "0x80", "0x7f01"), List.of("X'80'", "X'7F01'", "X''")),
        Arguments.of("inet", List.of("'127.0.0.1'", "'::1'"), List.of("'127.0.0.1'")),
        Arguments.of("time", List.of("'00:00:01'", "'23:59:59.999999999'"), List.of("1000000000")));
  }

  @ParameterizedTest
  @MethodSource("types")
  @Tag("extended")
  void should_find_the_rows_that_spark_finds(
      String type, List<String> values, List<String> constants) {
    for (String key : List.of("k, p", "p, k")) {
      String table = "of_%s_%s".formatted(type, key.substring(0, 1));
      node.session()
          .execute(
              "CREATE TABLE IF NOT EXISTS shop.%s (p int, k %s, v int, PRIMARY KEY (%s))"
                  .formatted(table, type, key));
      values.forEach(
          value ->
              node.session()
                  .execute(
                      "INSERT INTO shop.%s (p, k, v) VALUES (1, %s, 1)".formatted(table, value)));
      Dataset<Row> source = node.table(spark, table, Map.of());
      source.createOrReplaceTempView("stored");
      spark
          .createDataFrame(source.collectAsList(), source.schema())
          .createOrReplaceTempView("local");

      assertThat(differences(constants)).as("%s, key %s", type, key).isEmpty();
    }
  }

  private static List<String> differences(List<String> constants) {
    List<String> differences = new ArrayList<>();
    for (String constant : constants) {
      List<String> conditions =
          new ArrayList<>(
              List.of(
                  "%s < k".formatted(constant),
                  "p = 1 AND k >= %1$s AND k <= %1$s".formatted(constant),
                  "k IN (%s, %s)".formatted(constant, constants.get(0))));
      OPERATORS.forEach(operator -> conditions.add("k %s %s".formatted(operator, constant)));
      for (String condition : conditions) {
        String sql = "SELECT count(*), sum(v) FROM %s WHERE " + condition;
        Row found = spark.sql(sql.formatted("stored")).first();
        Row expected = spark.sql(sql.formatted("local")).first();
        if (!found.equals(expected)) {
          differences.add("%s: expected %s, found %s".formatted(condition, expected, found));
        }
      }
    }
    return differences;
  }

  @Test
  void should_read_a_column_that_has_the_name_of_the_hidden_one() {
    node.session()
        .execute(
            "CREATE TABLE IF NOT EXISTS shop.ranges (k int, \"_range\" int, v int, PRIMARY KEY (k, \"_range\"))");
    node.session().execute("INSERT INTO shop.ranges (k, \"_range\", v) VALUES (1, 7, 2)");
    node.session().execute("INSERT INTO shop.ranges (k, \"_range\", v) VALUES (2, 7, 3)");

    Row found =
        spark
            .sql("SELECT _range, count(*), sum(v) FROM cassandra.shop.ranges GROUP BY _range")
            .first();

    assertThat(found.toString()).isEqualTo("[7,2,5]");
  }

  @Test
  void should_refuse_decimals_of_a_billion_digits_and_round_tiny_ones() {
    node.session()
        .execute("CREATE TABLE IF NOT EXISTS shop.decimals (k int PRIMARY KEY, d decimal)");
    node.session()
        .execute("INSERT INTO shop.decimals (k, d) VALUES (1, ?)", new BigDecimal("1E+1000000000"));
    node.session()
        .execute(
            "INSERT INTO shop.decimals (k, d) VALUES (2, ?)", new BigDecimal("-1E-1000000000"));

    assertThatThrownBy(
            () -> spark.sql("SELECT d FROM cassandra.shop.decimals WHERE k = 1").collectAsList())
        .hasStackTraceContaining("1E+1000000000 does not fit into DECIMAL(38, 18)");
    assertThat(spark.sql("SELECT d FROM cassandra.shop.decimals WHERE k = 2").first().getDecimal(0))
        .isZero();
  }
}
