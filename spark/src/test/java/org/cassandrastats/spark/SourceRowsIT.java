/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that are read and written, filters, and the catalog. */
@ExtendWith({LocalSpark.class, SourceNode.class})
class SourceRowsIT {
  private static final String TYPES =
      "(k text PRIMARY KEY, a ascii, i int, l bigint, s smallint, y tinyint, f float, d double, o boolean, x blob, t timestamp, e date, m time, u uuid, q timeuuid, p inet, c decimal, r varint, z duration, li list<int>, se set<text>, ma map<text, double>, fr frozen<list<timestamp>>)";

  private static Running node;
  private static SparkSession spark;

  @BeforeAll
  static void load(Running running, SparkSession session) {
    node = running;
    spark = session;
    node.addCatalog(spark);
  }

  private static String plan(Dataset<Row> asked) {
    return asked.queryExecution().executedPlan().toString();
  }

  @Test
  void should_read_each_row_once_in_several_partitions() {
    Dataset<Row> rows = node.table(spark, "readings", Map.of("splits", "7", "page-size", "100"));

    assertThat(rows.rdd().getNumPartitions()).isGreaterThan(3);
    assertThat(rows.select("sensor", "at").distinct().count())
        .isEqualTo(rows.select("sensor", "at", "v").collectAsList().size())
        .isEqualTo(SourceNode.SENSORS * SourceNode.ROWS);
  }

  @Test
  void should_read_only_what_is_asked() {
    Dataset<Row> asked =
        spark.sql(
            "SELECT v FROM cassandra.shop.readings WHERE sensor = 3 AND at >= TIMESTAMP'2026-03-01 10:00:00' AND n > 0");

    assertThat(plan(asked))
        .contains(
            "reads rows: SELECT n, v FROM shop.readings WHERE sensor = 3 AND at >= 1772359200000");
    assertThat(asked.count())
        .isEqualTo(
            node.rows(
                    "SELECT v FROM shop.readings WHERE sensor = 3 AND at >= '2026-03-01T10:00:00Z' AND n > 0 ALLOW FILTERING")
                .size());
  }

  @Test
  void should_read_named_partitions_by_requests_of_their_own() {
    Dataset<Row> asked =
        spark.sql("SELECT sensor, v FROM cassandra.shop.readings WHERE sensor IN (5, 1, 99, 1)");

    assertThat(plan(asked)).contains("WHERE sensor IN (");
    assertThat(asked.collectAsList()).hasSize(2 * SourceNode.ROWS);
  }

  /** One task asks for some of them at once, and each of them has many pages. */
  @Test
  void should_read_named_partitions_once_while_others_are_asked_for() {
    Dataset<Row> all =
        node.table(spark, "readings", Map.of("splits", "1", "in-flight", "3", "page-size", "100"));

    Dataset<Row> named =
        all.filter(
            all.col("sensor").isin(IntStream.range(-2, SourceNode.SENSORS + 2).boxed().toArray()));

    assertThat(named.rdd().getNumPartitions()).isOne();
    List<Row> rows = named.select("sensor", "at", "v").collectAsList();
    assertThat(rows).hasSize(SourceNode.SENSORS * SourceNode.ROWS);
    assertThat(Set.copyOf(rows))
        .isEqualTo(Set.copyOf(all.select("sensor", "at", "v").collectAsList()));
    assertThat(named.limit(1).collectAsList()).hasSize(1);
  }

  @Test
  void should_write_and_read_every_type() {
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.types " + TYPES);
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.copied " + TYPES);
    node.session()
        .execute(
            "INSERT INTO shop.types (k, a, i, l, s, y, f, d, o, x, t, e, m, u, q, p, c, r, z, li, se, ma, fr) VALUES ('one', 'b', 1, 2, 3, 4, 1.5, NaN, true, 0x0102, '2026-03-01T00:00:00.123Z', '2026-03-01', '10:11:12.000000013', 123e4567-e89b-12d3-a456-426614174000, 50554d6e-29bb-11e5-b345-feff819cdc9f, '127.0.0.1', 1.250000000000000000, 12345678901234567890, 1mo2d3h, [1, 2], {'a', 'b'}, {'x': 0.5}, ['2026-03-01T00:00:00Z'])");
    node.session().execute("INSERT INTO shop.types (k) VALUES ('nulls')");

    node.table(spark, "types", Map.of())
        .write()
        .format("cassandra-stats")
        .options(node.options())
        .option("keyspace", "shop")
        .option("table", "copied")
        .mode("append")
        .save();

    assertThat(texts("copied")).isEqualTo(texts("types")).hasSize(2);
    assertThat(node.table(spark, "copied", Map.of()).filter("k = 'one'").first().toString())
        .contains("123e4567-e89b-12d3-a456-426614174000")
        .contains("1.250000000000000000");
  }

  private static List<String> texts(String table) {
    return node.rows("SELECT * FROM shop." + table).stream()
        .map(com.datastax.oss.driver.api.core.cql.Row::getFormattedContents)
        .sorted()
        .collect(Collectors.toList());
  }

  @Test
  void should_write_states_that_cassandra_merges() {
    node.session()
        .execute(
            "CREATE TABLE IF NOT EXISTS shop.states (half int, sensor int, d blob, n bigint, PRIMARY KEY (half, sensor))");

    // Spark makes these of rows: a filter of its own keeps them from being pushed.
    spark.sql(
        """
        INSERT INTO cassandra.shop.states
        SELECT sensor % 2, sensor, stats.tdigest(v), count(v) FROM cassandra.shop.readings
        WHERE v >= 0 GROUP BY sensor
        """);

    com.datastax.oss.driver.api.core.cql.Row merged =
        node.rows("SELECT stats.tdigest_count(stats.tdigest_merge(d)), sum(n) FROM shop.states")
            .get(0);
    long expected = node.rows("SELECT count(v) FROM shop.readings").get(0).getLong(0);
    assertThat(merged.getLong(0)).isEqualTo(expected);
    assertThat(merged.getLong(1)).isEqualTo(expected);
    assertThat(
            spark
                .sql(
                    "SELECT half, stats.tdigest_count(stats.tdigest_merge(d)), sum(n) FROM cassandra.shop.states GROUP BY half")
                .collectAsList())
        .hasSize(2)
        .allMatch(row -> row.getLong(1) == row.getLong(2));
  }

  @Test
  void should_refuse_a_row_without_a_key() {
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.keyed (k int PRIMARY KEY, v double)");

    assertThatThrownBy(
            () -> spark.sql("INSERT INTO cassandra.shop.keyed SELECT CAST(NULL AS int), 1D"))
        .hasStackTraceContaining("A row has no k: expected a value for each column");
  }

  @Test
  void should_read_null_where_there_is_no_collection() {
    node.session()
        .execute(
            "CREATE TABLE IF NOT EXISTS shop.lists (k int PRIMARY KEY, l list<int>, t tuple<int, frozen<list<int>>>)");
    node.session().execute("INSERT INTO shop.lists (k, t) VALUES (1, (1, null))");

    Row found =
        spark
            .sql("SELECT l IS NULL, t._2 IS NULL, t._1 FROM cassandra.shop.lists WHERE k = 1")
            .first();

    assertThat(found.toString()).isEqualTo("[true,true,1]");
  }

  @Test
  void should_write_some_columns_of_a_table_that_has_others() {
    node.session()
        .execute(
            "CREATE TABLE IF NOT EXISTS shop.others (k int PRIMARY KEY, t tuple<int, int>, v int)");

    // Spark 4 adds the null itself.
    spark.sql(
        "INSERT INTO cassandra.shop.others SELECT 1, CAST(NULL AS struct<_1: int, _2: int>), 2");

    assertThat(node.rows("SELECT v FROM shop.others WHERE k = 1").get(0).getInt(0)).isEqualTo(2);
    assertThatThrownBy(
            () ->
                spark.sql(
                    "INSERT INTO cassandra.shop.others SELECT 2, named_struct('_1', 1, '_2', 2), 3"))
        .hasStackTraceContaining("The column t of the type tuple<int, int> is not written");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {"inet; '1.2'", "inet; 'x.org'", "uuid; '1-1-1-1-1'", "ascii; '\u00e9'", "time; -1L"})
  void should_refuse_a_value_that_its_column_does_not_take(String type, String value) {
    String table = "shop.strict_" + type;
    node.session()
        .execute("CREATE TABLE IF NOT EXISTS %s (k int PRIMARY KEY, v %s)".formatted(table, type));

    assertThatThrownBy(
            () -> spark.sql("INSERT INTO cassandra.%s SELECT 1, %s".formatted(table, value)))
        .hasStackTraceContaining("The column v of the type %s does not take ".formatted(type));
    assertThat(node.rows("SELECT * FROM " + table)).isEmpty();
  }

  @Test
  void should_list_keyspaces_and_tables() {
    assertThat(spark.sql("SHOW NAMESPACES IN cassandra").collectAsList())
        .extracting(row -> row.getString(0))
        .contains("shop");
    assertThat(spark.sql("SHOW TABLES IN cassandra.shop").collectAsList())
        .extracting(row -> row.getString(1))
        .contains("readings");
    assertThatThrownBy(() -> spark.sql("SELECT * FROM cassandra.shop.nothing").collect())
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> spark.sql("DROP TABLE cassandra.shop.readings"))
        .hasStackTraceContaining("changes no schema");
  }

  @Test
  void should_refuse_options_that_are_wrong() {
    assertThatThrownBy(() -> node.table(spark, "nothing", Map.of()))
        .hasMessageContaining("There is no table shop.nothing");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("host", "x")))
        .hasMessageContaining("There is no option \"host\": expected one of");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("in-flight", "0")))
        .hasMessageContaining("in-flight is \"0\": expected a number from 1 to 1024");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("hosts", "::1,[::1]:x")))
        .hasMessageContaining("The option hosts is \"[::1]:x\": expected");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("hosts", "http://a:9042")))
        .hasMessage(
            "The option hosts is \"http://a:9042\": expected HOST[:PORT],... of hosts that are known, found \"http://a:9042\".");
    Map<String, String> withoutDatacenter = new HashMap<>(node.options());
    withoutDatacenter.remove("local-datacenter");
    assertThatThrownBy(
            () ->
                spark
                    .read()
                    .format("cassandra-stats")
                    .options(withoutDatacenter)
                    .option("keyspace", "shop")
                    .option("table", "readings")
                    .load())
        .hasMessage("The option local-datacenter is missing: expected one of datacenter1.");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("hosts", "[::1]")))
        .hasMessageContaining("The cluster is not reached at [::1]: ")
        .hasMessageNotContaining("netty");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("local-datacenter", "dc9")))
        .hasMessageContaining(
            "The option local-datacenter is \"dc9\": expected one of datacenter1");
    assertThatThrownBy(() -> node.table(spark, "readings", Map.of("password", "wrong")))
        .hasMessageContaining("The cluster is not reached")
        .hasMessageNotContaining("wrong");
  }

  /** A connection of the driver takes 1024 requests. */
  @Test
  @Timeout(60)
  void should_write_no_more_rows_at_once_than_a_connection_takes() {
    node.session().execute("CREATE TABLE IF NOT EXISTS shop.many (k int PRIMARY KEY, v double)");

    spark
        .range(0, 20_000, 1, 2)
        .selectExpr("int(id) AS k", "double(id) AS v")
        .write()
        .format("cassandra-stats")
        .options(node.options())
        .option("keyspace", "shop")
        .option("table", "many")
        .option("in-flight", "1024")
        .mode("append")
        .save();

    assertThat(node.table(spark, "many", Map.of()).count()).isEqualTo(20_000);
  }

  @Test
  void should_say_briefly_that_tasks_aggregate_or_filter_rows() {
    Dataset<Row> aggregated =
        node.table(spark, "readings", Map.of("functions-keyspace", "nothing"))
            .selectExpr("stats.mean(v)");
    Dataset<Row> all = node.table(spark, "readings", Map.of());
    Dataset<Row> filtered =
        all.filter(all.col("sensor").isin(IntStream.range(0, 100_001).boxed().toArray()));

    assertThat(plan(aggregated))
        .contains(
            "its tasks read rows and aggregate them, because the nodes have no functions in the keyspace nothing");
    assertThat(plan(filtered).lines().filter(line -> line.contains("BatchScan")))
        .isNotEmpty()
        .allMatch(line -> line.length() < 3000);
  }
}
