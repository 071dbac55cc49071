/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.cassandrastats.uda.hll.HllAggregates;
import org.cassandrastats.udf.hll.Hll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which types are taken, and as what. */
@ExtendWith(LocalSpark.class)
class TypesTest {
  private static Object value(SparkSession spark, String call) {
    return spark.sql("SELECT " + call).first().get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "float",
        "double",
        "decimal(4, 1)",
        "decimal(30, 5)",
        "decimal(38, 0)"
      })
  void should_take_every_number(String type, SparkSession spark) {
    assertThat(value(spark, "stats.mean(CAST(5 AS " + type + "))")).isEqualTo(5.0);
    assertThat(
            value(
                spark,
                "stats.regression_mean_x(stats.regression(1, CAST(5 AS %s)))".formatted(type)))
        .isEqualTo(5.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "stats.first(CAST(5 AS smallint)) | smallint | int",
        "stats.first(CAST(5 AS int)) | int | int",
        "stats.first(CAST(5 AS bigint)) | bigint | bigint",
        "stats.first(CAST(5 AS decimal(38, 0))) | varint | bigint",
        "stats.first(CAST(5 AS float)) | float | float",
        "stats.first(CAST(5 AS double)) | double | double",
        "stats.first(5.5) | decimal | double"
      })
  void should_give_what_cql_gives_of_a_type(
      String call, String given, String result, SparkSession spark) {
    assertThat(spark.sql("SELECT " + call).schema().fields()[0].dataType().catalogString())
        .as(given)
        .isEqualTo(result);
  }

  @Test
  void should_take_times_in_milliseconds(SparkSession spark) {
    String time = "TIMESTAMP'2026-11-21 10:42:00.123999Z'";

    assertThat(value(spark, "stats.chunk_first_time(stats.chunk(" + time + ", 1))"))
        .isEqualTo(1795257720123L);
    assertThat(
            value(
                spark,
                "stats.chunk_first_time(stats.chunk(TIMESTAMP'1969-12-31"
                    + " 23:59:59.9999Z', 1))"))
        .isEqualTo(-1L);
    assertThat(
            value(
                spark,
                "stats.chunk_first_time(stats.chunk(TIMESTAMP_NTZ'2026-11-21"
                    + " 10:42:00.123', 1))"))
        .isEqualTo(1795257720123L);
    assertThat(value(spark, "CAST(stats.time_bucket('1h', " + time + ") AS string)"))
        .isEqualTo("2026-11-21 10:00:00");
    assertThat(value(spark, "stats.time_bucket('1mo', DATE'2028-02-29')"))
        .hasToString("2028-02-01");
  }

  @Test
  void should_hash_values_as_cassandra_writes_them(SparkSession spark) {
    ByteBuffer none = ByteBuffer.allocate(0);
    ByteBuffer text = ByteBuffer.wrap("Zürich".getBytes(StandardCharsets.UTF_8));

    assertThat(ByteBuffer.wrap((byte[]) value(spark, "stats.hll('Zürich')")))
        .isEqualTo(Hll.state(HllAggregates.accumulate(none, text)));
    assertThat(ByteBuffer.wrap((byte[]) value(spark, "stats.hll(7)")))
        .isEqualTo(Hll.state(HllAggregates.accumulate(none, 7L)));
    assertThat(ByteBuffer.wrap((byte[]) value(spark, "stats.hll(CAST(7 AS float))")))
        .isEqualTo(Hll.state(HllAggregates.accumulate(none, 7.0)));
    // No overload names it.
    assertThat(ByteBuffer.wrap((byte[]) value(spark, "stats.hll(CAST(7 AS smallint))")))
        .isEqualTo(Hll.state(HllAggregates.accumulate(none, ByteBuffer.wrap(new byte[] {0, 7}))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "CAST(-2 AS tinyint) | fe",
        "CAST(258 AS smallint) | 0102",
        "258 | 00000102",
        "258L | 0000000000000102",
        "CAST(1 AS float) | 3f800000",
        "1D | 3ff0000000000000",
        "'on' | 6f6e",
        "X'0102' | 0102",
        "true | 01",
        "DATE'1970-01-02' | 80000001",
        "TIMESTAMP'1970-01-01 00:00:01Z' | 00000000000003e8",
        "CAST(-129 AS decimal(38, 0)) | ff7f"
      })
  void should_keep_bytes_as_cassandra_writes_them(String literal, String hex, SparkSession spark) {
    assertThat(value(spark, "lower(hex(stats.first_as_blob(" + literal + ")))")).isEqualTo(hex);
  }

  @Test
  void should_say_what_it_takes(SparkSession spark) {
    assertThatThrownBy(() -> spark.sql("SELECT stats.mean('a')"))
        .hasMessageContaining("mean(STRING): expected mean(varint | float | double).");
    assertThatThrownBy(() -> spark.sql("SELECT stats.tdigest_quantile(X'')"))
        .hasMessageContaining("tdigest_quantile(BINARY): expected tdigest_quantile(blob, double).");
    assertThatThrownBy(() -> spark.sql("SELECT stats.hll(5.5)"))
        .hasMessageContaining("hll(DECIMAL(2,1)): expected ")
        .hasMessageContaining("any other plain type");
    assertThatThrownBy(() -> spark.sql("SELECT stats.no_such_function(5.5)"))
        .hasMessageContaining("no_such_function");
  }

  @Test
  void should_refuse_hostile_blobs_in_words_of_the_pack(SparkSession spark) {
    spark
        .createDataFrame(
            List.of(
                org.apache.spark.sql.RowFactory.create(new Object[] {new byte[] {1, 2, 3}}),
                org.apache.spark.sql.RowFactory.create(new Object[] {null})),
            new org.apache.spark.sql.types.StructType().add("b", DataTypes.BinaryType))
        .repartition(1)
        .createOrReplaceTempView("hostile");

    for (String call : List.of("moments_mean(b)", "tdigest_quantile(b, 0.5)", "moments_merge(b)")) {
      assertThatThrownBy(() -> spark.sql("SELECT stats." + call + " FROM hostile").collect())
          .hasStackTraceContaining(
              "IllegalArgumentException: stats." + call.replaceFirst("\\(.*", "") + ": not a ")
          .hasStackTraceContaining("expected");
    }
    List<Row> nulls =
        spark
            .sql(
                "SELECT stats.moments_mean(b), stats.tdigest_quantile(b, 0.5),"
                    + " stats.moments_union(b, b), stats.moments_is_valid(b) FROM hostile"
                    + " WHERE b IS NULL")
            .collectAsList();
    for (int column = 0; column < 4; column++) {
      assertThat(nulls.get(0).isNullAt(column)).isTrue();
    }
  }

  @Test
  void should_refuse_arguments_that_change(SparkSession spark) {
    assertThatThrownBy(
            () ->
                spark
                    .range(0, 100, 1, 4)
                    .selectExpr("stats.quantile(id, id / 100D)")
                    .collectAsList())
        .hasStackTraceContaining("stats.quantile: expected the");
  }
}
