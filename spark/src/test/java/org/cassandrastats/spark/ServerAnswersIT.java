/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.SoftAssertions;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every aggregate over partitions of which one has half of all rows, with nulls and NaN: pushed,
 * and by Spark of the rows, beside the answers of the server.
 */
@ExtendWith({LocalSpark.class, SourceNode.class})
class ServerAnswersIT {
  private static final int PARTITIONS = 8;
  private static final int SMALL = 20_000;
  private static final int LARGE = 1_000_000;
  private static final int CALLS_OF_A_QUERY = 8;
  private static final int AT_ONCE = 512;
  private static final long SEED = 91;
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @Test
  void should_call_every_aggregate_that_takes_rows() {
    TreeSet<String> names = new TreeSet<>();
    CatalogueFile.read().aggregates().forEach(aggregate -> names.add(aggregate.name()));

    names.removeAll(AggregateCalls.names());
    // These take states; a chunk takes as many rows as it has room for: see SourceStatesIT.
    assertThat(names).allMatch(name -> name.endsWith("_merge") || name.equals("chunk"));
  }

  @Test
  void should_give_the_answers_of_the_server(Running node, SparkSession spark) {
    compare(node, spark, SMALL);
  }

  @Test
  @Tag("extended")
  void should_give_the_answers_of_the_server_over_a_million_rows(Running node, SparkSession spark) {
    compare(node, spark, LARGE);
  }

  private static void compare(Running node, SparkSession spark, int rows) {
    String table = "every_" + rows;
    load(node, table, rows);
    node.table(spark, table, Map.of()).createOrReplaceTempView("pushed");
    node.table(spark, table, Map.of("push-aggregates", "false")).createOrReplaceTempView("read");
    SameAnswers same = new SameAnswers(spark);
    SoftAssertions all = new SoftAssertions();
    List<String> calls =
        AggregateCalls.all().stream().filter(call -> isTaken(node, table, call)).toList();
    all.assertThat(calls).hasSizeGreaterThan(AggregateCalls.all().size() * 9 / 10);
    all.assertThat(calls.stream().map(AggregateCalls::name)).containsAll(AggregateCalls.names());
    for (int from = 0; from < calls.size(); from += CALLS_OF_A_QUERY) {
      List<String> some = calls.subList(from, Math.min(calls.size(), from + CALLS_OF_A_QUERY));
      Map<Integer, List<Object>> expected = ofServer(node, table, some);
      String selected =
          some.stream().map(AggregateCalls::sparkSql).collect(Collectors.joining(", "));
      Dataset<Row> pushed = spark.sql("SELECT k, " + selected + " FROM pushed GROUP BY k");
      all.assertThat(pushed.queryExecution().executedPlan().toString())
          .as("%s", some)
          .contains("cassandra-stats asks each range");
      assertSame(all, same, "pushed", some, pushed, expected);
      Dataset<Row> read =
          spark.sql(
              "SELECT k, "
                  + selected
                  + " FROM (SELECT * FROM read DISTRIBUTE BY k SORT BY k, at) GROUP BY k");
      assertSame(all, same, "of rows", some, read, expected);
    }
    all.assertAll();
  }

  /** Whether there is an overload: not all aggregates take each type of numbers. */
  private static boolean isTaken(Running node, String table, String call) {
    try {
      node.session().prepare("SELECT stats." + call + " FROM shop." + table);
      return true;
    } catch (InvalidQueryException noOverload) {
      assertThat(noOverload).hasMessageContaining("cannot be passed");
      return false;
    }
  }

  private static void assertSame(
      SoftAssertions all,
      SameAnswers same,
      String way,
      List<String> calls,
      Dataset<Row> asked,
      Map<Integer, List<Object>> expected) {
    List<Row> found = asked.collectAsList();
    all.assertThat(found).as("%s %s", way, calls).hasSize(PARTITIONS);
    for (Row row : found) {
      for (int call = 0; call < calls.size(); call++) {
        String what = way + " " + calls.get(call) + " of " + row.getInt(0);
        same.difference(calls.get(call), row.get(call + 1), expected.get(row.getInt(0)).get(call))
            .ifPresent(difference -> all.fail(what + ": " + difference));
      }
    }
  }

  private static Map<Integer, List<Object>> ofServer(
      Running node, String table, List<String> calls) {
    Map<Integer, List<Object>> answers = new HashMap<>();
    String selected = calls.stream().map(call -> "stats." + call).collect(Collectors.joining(", "));
    for (int partition = 0; partition < PARTITIONS; partition++) {
      var row =
          node.session()
              .execute(
                  SimpleStatement.newInstance(
                          "SELECT %s FROM shop.%s WHERE k = %d"
                              .formatted(selected, table, partition))
                      .setTimeout(TIMEOUT))
              .one();
      List<Object> values = new ArrayList<>();
      for (int call = 0; call < calls.size(); call++) {
        values.add(row.getObject(call));
      }
      answers.put(partition, values);
    }
    return answers;
  }

  /** Half of all rows are in the first partition. */
  private static void load(Running node, String table, int rows) {
    node.session()
        .execute(
            "CREATE TABLE shop."
                + table
                + " (k int, at timestamp, v double, w double, f float, n int, b bigint, note text, PRIMARY KEY (k, at))");
    PreparedStatement insert =
        node.session()
            .prepare(
                "INSERT INTO shop."
                    + table
                    + " (k, at, v, w, f, n, b, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    Random random = new Random(SEED);
    Deque<CompletionStage<?>> sent = new ArrayDeque<>();
    for (int i = 0; i < rows; i++) {
      int partition = i % 2 == 0 ? 0 : 1 + i / 2 % (PARTITIONS - 1);
      Instant at = SourceNode.FROM.plusSeconds(60L * i);
      double value = 100 * random.nextDouble();
      sent.add(
          node.session()
              .executeAsync(
                  insert.bind(
                      partition,
                      at,
                      i % 97 == 0 ? null : value,
                      i % 89 == 0 ? null : i % 83 == 0 ? Double.NaN : random.nextGaussian(),
                      i % 73 == 0 ? null : (float) value / 8,
                      i % 79 == 0 ? null : random.nextInt(1000) - 500,
                      i % 71 == 0 ? null : random.nextLong() >> 20,
                      i % 67 == 0 ? null : "note " + random.nextInt(50))));
      if (sent.size() == AT_ONCE) {
        sent.remove().toCompletableFuture().join();
      }
    }
    sent.forEach(one -> one.toCompletableFuture().join());
  }
}
