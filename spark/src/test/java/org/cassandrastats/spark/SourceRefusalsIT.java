/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What would be read or written as something else is refused, or left to Spark. */
@ExtendWith({LocalSpark.class, SourceNode.class})
class SourceRefusalsIT {
  private static Running node;
  private static SparkSession spark;

  @BeforeAll
  static void load(Running running, SparkSession session) {
    node = running;
    spark = session;
    node.addCatalog(spark);
  }

  private static void create(String table, String type) {
    node.session().execute("DROP TABLE IF EXISTS shop." + table);
    node.session().execute("CREATE TABLE shop.%s (k int PRIMARY KEY, v %s)".formatted(table, type));
  }

  @Test
  void should_refuse_to_read_a_table_that_was_made_again() {
    create("again", "bigint");
    node.session().execute("INSERT INTO shop.again (k, v) VALUES (1, 7000)");
    Dataset<Row> rows =
        node.table(spark, "again", Map.of("push-aggregates", "false")).filter("v > 0");
    Dataset<Row> greatest = node.table(spark, "again", Map.of()).selectExpr("max(v)");
    assertThat(rows.first().getLong(1)).isEqualTo(7000);
    create("again", "timestamp");
    node.session().execute("INSERT INTO shop.again (k, v) VALUES (1, 7000)");

    for (Dataset<Row> stale : List.of(rows, greatest)) {
      assertThatThrownBy(stale::collectAsList)
          .hasStackTraceContaining("shop.again was dropped and made again after this query");
    }
  }

  /** The driver keeps prepared statements by their text. */
  @Test
  @Timeout(60)
  void should_write_to_a_table_that_was_made_again() throws InterruptedException {
    create("renewed", "bigint");
    spark.sql("INSERT INTO cassandra.shop.renewed VALUES (1, 5)");
    create("renewed", "timestamp");
    while (!spark
        .table("cassandra.shop.renewed")
        .schema()
        .apply("v")
        .dataType()
        .sql()
        .equals("TIMESTAMP")) {
      Thread.sleep(100);
    }

    spark.sql("INSERT INTO cassandra.shop.renewed VALUES (2, timestamp_millis(1772359200000))");

    assertThat(node.rows("SELECT k, timestamp_as_blob(v) FROM shop.renewed"))
        .extracting(row -> row.getByteBuffer(1).getLong())
        .containsExactly(1_772_359_200_000L);
  }

  /** 1.5 and 1.50 are one value in Spark, and two partitions in Cassandra. */
  @Test
  void should_refuse_to_write_decimals_as_partition_keys() {
    node.session()
        .execute("CREATE TABLE IF NOT EXISTS shop.decimal_keys (k decimal PRIMARY KEY, v int)");
    node.session().execute("INSERT INTO shop.decimal_keys (k, v) VALUES (1.50, 1)");

    assertThatThrownBy(
            () ->
                spark.sql(
                    "INSERT INTO cassandra.shop.decimal_keys SELECT k, v + 1 FROM cassandra.shop.decimal_keys"))
        .hasStackTraceContaining("its partition key k is a decimal");
    assertThat(node.rows("SELECT * FROM shop.decimal_keys")).hasSize(1);
  }

  /** CQL would take them for an int, whose bytes are others. */
  @ParameterizedTest
  @ValueSource(strings = {"5Y", "5S", "5BD", "5", "5L", "'2024-01-01'", "1.5D", "true"})
  void should_hash_constants_as_spark_does(String constant) {
    String call = "hex(stats.hll(%s))".formatted(constant);
    Dataset<Row> asked =
        spark.sql("SELECT " + call + " FROM cassandra.shop.readings WHERE sensor = 1");

    assertThat(asked.first().getString(0))
        .isEqualTo(spark.sql("SELECT " + call).first().getString(0));
  }

  @Test
  void should_find_no_row_by_an_id_that_is_of_no_time() {
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.ids (k timeuuid PRIMARY KEY)");
    node.session().execute("INSERT INTO shop.ids (k) VALUES (now())");

    assertThat(
            spark
                .sql(
                    "SELECT k FROM cassandra.shop.ids WHERE k = '123e4567-e89b-42d3-a456-426614174000'")
                .collectAsList())
        .isEmpty();
  }

  @Test
  void should_take_what_the_file_of_the_driver_says(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("driver.conf");
    Files.writeString(file, "datastax-java-driver { basic.request.consistency = TWO }");
    Map<String, String> options = Map.of("driver-config", file.toString(), "retry-timeout", "1ms");

    assertThatThrownBy(() -> node.table(spark, "readings", options).filter("v > 1").collectAsList())
        .hasStackTraceContaining("TWO");
    Path broken = directory.resolve("broken.conf");
    Files.writeString(broken, "datastax-java-driver {");
    for (Path unusable : List.of(directory, broken)) {
      assertThatThrownBy(
              () -> node.table(spark, "readings", Map.of("driver-config", unusable.toString())))
          .hasMessageContaining("The option driver-config is \"%s\"".formatted(unusable));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"request-timeout", "retry-timeout", "target-time"})
  void should_refuse_times_that_no_clock_has(String option) {
    assertThatThrownBy(
            () -> node.table(spark, "readings", Map.of(option, String.valueOf(Long.MAX_VALUE))))
        .hasMessageContaining("The option %s is ".formatted(option));
  }

  @ParameterizedTest
  @CsvSource({"in-flight, 1024", "splits, 100000"})
  void should_refuse_numbers_that_take_all_memory(String option, int most) {
    assertThatThrownBy(
            () -> node.table(spark, "readings", Map.of(option, String.valueOf(most + 1))))
        .hasMessage(
            "The option %s is \"%d\": expected a number from 1 to %d."
                .formatted(option, most + 1, most));
  }
}
