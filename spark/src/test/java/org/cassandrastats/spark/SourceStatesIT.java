/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** States of every family that Spark makes and CQL asks, and the other way round. */
@Tag("extended")
@ExtendWith({LocalSpark.class, SourceNode.class})
class SourceStatesIT {
  /** A call of each family, whose result is a state. */
  private static final Map<String, String> CALLS =
      Map.ofEntries(
          Map.entry("chunk", "chunk(at, v)"),
          Map.entry("counter", "counter(at, v)"),
          Map.entry("ddsketch", "ddsketch(v, 0.01)"),
          Map.entry("extremes", "max_n_state(v, 5)"),
          Map.entry("frequent", "frequent_items(note, 100)"),
          Map.entry("heartbeat", "heartbeat(at, 90000)"),
          Map.entry("histogram", "histogram(v, 0.0, 100.0, 50)"),
          Map.entry("hll", "hll(note)"),
          Map.entry("moments", "moments(v)"),
          Map.entry("regression", "regression(v, w)"),
          Map.entry("state_time", "state_time(at, n)"),
          Map.entry("tdigest", "tdigest(v)"),
          Map.entry("theta", "theta(note)"),
          Map.entry("time_weight", "time_weight_locf(at, v)"));

  /** Each sensor has a state of a time of its own: states of ordered rows merge in their order. */
  private static final int MINUTES = 300;

  private static final Set<String> PLAIN =
      Set.of("double", "bigint", "int", "timestamp", "boolean");

  private static Running node;
  private static SparkSession spark;

  @BeforeAll
  static void load(Running running, SparkSession session) {
    node = running;
    spark = session;
    for (String maker : List.of("spark", "cql")) {
      node.session()
          .execute(
              "CREATE TABLE IF NOT EXISTS shop.of_%s (family text, sensor int, state blob, PRIMARY KEY (family, sensor))"
                  .formatted(maker));
      node.table(spark, "of_" + maker, Map.of("push-aggregates", "false"))
          .createOrReplaceTempView("of_" + maker);
    }
    node.table(spark, "readings", Map.of("push-aggregates", "false"))
        .selectExpr(
            "*", "(unix_millis(at) - %d) div 60000 AS minute".formatted(from(0).toEpochMilli()))
        .createOrReplaceTempView("rows");
  }

  private static List<String> families() {
    return GoldenStates.FAMILIES;
  }

  @Test
  void should_make_states_of_every_family() {
    assertThat(CALLS.keySet()).containsExactlyInAnyOrderElementsOf(families());
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_make_states_in_spark_that_cql_asks_and_merges(String family) {
    Dataset<Row> states =
        spark.sql(
            """
            SELECT '%s' AS family, sensor, stats.%s AS state
            FROM (SELECT * FROM rows WHERE minute >= sensor * %3$d AND minute < (sensor + 1) * %3$d
                  DISTRIBUTE BY sensor SORT BY sensor, at)
            GROUP BY sensor
            """
                .formatted(family, CALLS.get(family), MINUTES));

    states
        .write()
        .format("cassandra-stats")
        .options(node.options())
        .option("keyspace", "shop")
        .option("table", "of_spark")
        .mode("append")
        .save();

    assertSameAnswers(family, "of_spark");
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_make_states_in_cql_that_spark_asks_and_merges(String family) {
    PreparedStatement insert =
        node.session().prepare("INSERT INTO shop.of_cql (family, sensor, state) VALUES (?, ?, ?)");
    for (int sensor = 0; sensor < SourceNode.SENSORS; sensor++) {
      ByteBuffer state =
          node.rows(
                  "SELECT stats.%s FROM shop.readings WHERE sensor = %d AND at >= '%s' AND at < '%s'"
                      .formatted(CALLS.get(family), sensor, from(sensor), from(sensor + 1)))
              .get(0)
              .getByteBuffer(0);
      node.session().execute(insert.bind(family, sensor, state));
    }

    assertSameAnswers(family, "of_cql");
  }

  private static Instant from(int sensor) {
    return SourceNode.FROM.plus(Duration.ofMinutes((long) sensor * MINUTES));
  }

  /** Spark and CQL answer the same of the stored states, and merge them to the same. */
  private static void assertSameAnswers(String family, String table) {
    SameAnswers same = new SameAnswers(spark);
    String where = "%s WHERE family = '%s'".formatted(table, family);
    List<String> questions =
        questions(family).stream().filter(question -> isAnswered(question, where)).toList();
    String selected =
        questions.stream()
            .map(question -> "stats." + question + "(state)")
            .collect(Collectors.joining(", "));
    var expected = node.rows("SELECT sensor, " + selected + " FROM shop." + where);
    List<Row> found =
        spark
            .sql("SELECT sensor, " + selected + " FROM " + where + " ORDER BY sensor")
            .collectAsList();

    assertThat(questions).as(family).isNotEmpty();
    assertThat(expected).hasSize(SourceNode.SENSORS);
    assertThat(found).hasSize(SourceNode.SENSORS);
    for (int sensor = 0; sensor < SourceNode.SENSORS; sensor++) {
      for (int i = 0; i < questions.size(); i++) {
        assertThat(
                same.difference(
                    questions.get(i) + "()",
                    found.get(sensor).get(i + 1),
                    expected.get(sensor).getObject(i + 1)))
            .as("%s of %d", questions.get(i), sensor)
            .isEmpty();
      }
    }
    assertSameMerge(same, family, where);
  }

  private static void assertSameMerge(SameAnswers same, String family, String where) {
    String merge = family + "_merge(state)";
    ByteBuffer expected =
        node.rows("SELECT stats." + merge + " FROM shop." + where).get(0).getByteBuffer(0);
    Row found = spark.sql("SELECT stats." + merge + " FROM " + where).first();

    assertThat(same.difference(merge, found.get(0), expected)).as(merge).isEmpty();
  }

  /** Some questions are of other states of the family, such as of texts instead of numbers. */
  private static boolean isAnswered(String question, String where) {
    try {
      node.rows("SELECT stats." + question + "(state) FROM shop." + where);
      return true;
    } catch (FunctionFailureException refused) {
      return false;
    }
  }

  /** What takes a final state alone. */
  private static List<String> questions(String family) {
    List<String> questions = new ArrayList<>();
    for (Function function : CatalogueFile.read().functions()) {
      boolean takesState =
          function.parameters().size() == 1 && function.parameters().get(0).type().equals("blob");
      if (function.family().equals(family)
          && takesState
          && PLAIN.contains(function.returns())
          && function.name().startsWith(family + "_")) {
        questions.add(function.name());
      }
    }
    return questions;
  }
}
