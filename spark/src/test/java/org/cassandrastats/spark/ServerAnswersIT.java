/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every aggregate over rows beside the server's answer, for each partition. */
@ExtendWith({LocalSpark.class, SourceNode.class})
class ServerAnswersIT {
  private static final int CALLS_AT_ONCE = 20;
  private static final int MANY_ROWS = 1_000_000;

  private static Running node;
  private static SparkSession spark;

  @BeforeAll
  static void start(Running running, SparkSession session) {
    node = running;
    spark = session;
  }

  @Test
  void should_ask_every_aggregate_that_takes_rows() {
    Set<String> ofRows =
        CatalogueFile.read().aggregates().stream()
            .map(Aggregate::name)
            .filter(name -> !name.endsWith("_merge"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(new TreeSet<>(AggregateCalls.names())).isEqualTo(ofRows);
  }

  @Test
  void should_give_the_answers_of_the_server() {
    assertThat(differences("readings", AggregateCalls.all())).isEmpty();
  }

  @Test
  @Tag("extended")
  void should_give_the_answers_of_the_server_for_many_rows() {
    SourceNode.createReadings(node.session(), "shop.many", MANY_ROWS / SourceNode.SENSORS);

    List<String> calls = new ArrayList<>(AggregateCalls.all());
    calls.remove(AggregateCalls.FEW_ROWS);
    assertThat(differences("many", calls)).isEmpty();
  }

  /** By aggregates that are pushed, and by rows. */
  private static List<String> differences(String table, List<String> calls) {
    List<String> differences = new ArrayList<>();
    for (int from = 0; from < calls.size(); from += CALLS_AT_ONCE) {
      List<String> some = calls.subList(from, Math.min(calls.size(), from + CALLS_AT_ONCE));
      List<com.datastax.oss.driver.api.core.cql.Row> expected = answers(table, some);
      for (boolean pushed : new boolean[] {true, false}) {
        compare(some, asked(table, pushed, some), expected, differences);
      }
    }
    return differences;
  }

  private static List<com.datastax.oss.driver.api.core.cql.Row> answers(
      String table, List<String> calls) {
    List<com.datastax.oss.driver.api.core.cql.Row> answers = new ArrayList<>();
    for (int sensor = 0; sensor < SourceNode.SENSORS; sensor++) {
      answers.addAll(
          node.rows(
              "SELECT sensor, %s FROM shop.%s WHERE sensor = %d"
                  .formatted(
                      calls.stream().map(call -> "stats." + call).collect(Collectors.joining(", ")),
                      table,
                      sensor)));
    }
    return answers;
  }

  private static List<Row> asked(String table, boolean pushed, List<String> calls) {
    node.table(spark, table, Map.of("push-aggregates", Boolean.toString(pushed)))
        .createOrReplaceTempView("asked");
    Dataset<Row> asked =
        spark.sql(
            "SELECT sensor, %s FROM asked GROUP BY sensor ORDER BY sensor"
                .formatted(
                    calls.stream()
                        .map(AggregateCalls::sparkSql)
                        .collect(Collectors.joining(", "))));
    assertThat(asked.queryExecution().executedPlan().toString())
        .contains(pushed ? "cassandra-stats asks" : "cassandra-stats reads rows");
    return asked.collectAsList();
  }

  private static void compare(
      List<String> calls,
      List<Row> found,
      List<com.datastax.oss.driver.api.core.cql.Row> expected,
      List<String> differences) {
    assertThat(found).hasSize(SourceNode.SENSORS);
    assertThat(expected).hasSize(SourceNode.SENSORS);
    SameAnswers same = new SameAnswers(spark);
    for (int row = 0; row < found.size(); row++) {
      for (int i = 0; i < calls.size(); i++) {
        String what = "%s of %d: ".formatted(calls.get(i), expected.get(row).getInt(0));
        same.difference(calls.get(i), found.get(row).get(i + 1), expected.get(row).getObject(i + 1))
            .ifPresent(difference -> differences.add(what + difference));
      }
    }
  }
}
