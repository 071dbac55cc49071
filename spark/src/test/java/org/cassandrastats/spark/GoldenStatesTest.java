/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spark makes, reads and merges the golden states. */
@Tag("extended")
@ExtendWith(LocalSpark.class)
class GoldenStatesTest {
  private static Stream<String> families() {
    return GoldenStates.FAMILIES.stream();
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_answer_what_every_reader_answers(String family, SparkSession spark) {
    Map<String, List<GoldenStates.Question>> calls =
        GoldenStates.questions(family).stream()
            .collect(
                Collectors.groupingBy(
                    question -> question.call() + " " + question.arguments().size(),
                    LinkedHashMap::new,
                    Collectors.toList()));

    calls.forEach(
        (call, questions) -> {
          assertAnswers(spark, questions.stream().filter(one -> one.answer() != null).toList());
          questions.stream()
              .filter(one -> one.answer() == null)
              .limit(1)
              .forEach(refused -> assertRefused(spark, refused));
        });
  }

  private static void assertAnswers(SparkSession spark, List<GoldenStates.Question> questions) {
    if (questions.isEmpty()) {
      return;
    }
    Dataset<Row> answers = asked(spark, questions);
    if (answers.schema().fields()[0].dataType() instanceof MapType) {
      answers = answers.selectExpr("map_entries(answer)");
    }
    List<Row> found = answers.collectAsList();
    assertThat(found).hasSameSizeAs(questions);
    for (int index = 0; index < found.size(); index++) {
      GoldenStates.Question question = questions.get(index);
      Answers.assertSame(
          found.get(index).get(0), question.answer(), question.call() + question.arguments());
    }
  }

  private static void assertRefused(SparkSession spark, GoldenStates.Question question) {
    assertThatThrownBy(() -> asked(spark, List.of(question)).collectAsList())
        .hasStackTraceContaining("IllegalArgumentException: stats." + question.call() + ": ");
  }

  /** The answers to calls of one function. */
  private static Dataset<Row> asked(SparkSession spark, List<GoldenStates.Question> questions) {
    List<DataType> types = new ArrayList<>(List.of(DataTypes.BinaryType));
    int arguments = questions.get(0).arguments().size();
    for (int index = 0; index < arguments; index++) {
      int place = index;
      types.add(Tables.type(questions.stream().map(one -> one.arguments().get(place)).toList()));
    }
    List<Object[]> rows = new ArrayList<>();
    for (GoldenStates.Question question : questions) {
      Object[] row = new Object[types.size()];
      row[0] = question.state().array();
      for (int index = 0; index < arguments; index++) {
        row[index + 1] = Tables.value(question.arguments().get(index), types.get(index + 1));
      }
      rows.add(row);
    }
    String columns =
        IntStream.rangeClosed(0, arguments).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    return Tables.of(spark, rows, types)
        .selectExpr("stats." + questions.get(0).call() + "(" + columns + ") AS answer");
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_make_the_same_bytes_of_rows(String family, SparkSession spark) {
    JsonNode rows = GoldenStates.read("rows");
    for (JsonNode state : GoldenStates.madeOfRows(family)) {
      GoldenCall call = GoldenCall.of(state, family, rows.get(state.get("rows").asText()));

      Row found =
          Tables.of(spark, call.rows(), call.types()).coalesce(1).selectExpr(call.sql()).first();

      Answers.assertSame(found.get(0), state.get("state"), state.get("name").asText());
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_merge_to_the_same_bytes(String family, SparkSession spark) throws Exception {
    List<Object[]> pairs = new ArrayList<>();
    List<Object[]> states = new ArrayList<>();
    for (GoldenStates.Merge merge : GoldenStates.merges(family)) {
      if (merge.merged() != null) {
        int number = pairs.size();
        byte[] left = merge.left().array();
        byte[] right = merge.right().array();
        byte[] merged = MergedStates.merged(family, left, right);
        pairs.add(new Object[] {number, left, right, merge.merged().array(), merged});
        states.add(new Object[] {number, left});
        states.add(new Object[] {number, right});
      }
    }
    DataType blob = DataTypes.BinaryType;
    Dataset<Row> expected =
        Tables.of(spark, pairs, List.of(DataTypes.IntegerType, blob, blob, blob, blob));

    assertThat(expected.filter("stats." + family + "_union(c1, c2) <=> c3").count())
        .isEqualTo(pairs.size());
    Dataset<Row> merged =
        Tables.of(spark, states, List.of(DataTypes.IntegerType, blob))
            .coalesce(1)
            .groupBy("c0")
            .agg(org.apache.spark.sql.functions.expr("stats." + family + "_merge(c1) AS merged"));
    assertThat(expected.join(merged, "c0").filter("merged <=> c4").count()).isEqualTo(pairs.size());
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_refuse_what_is_no_state(String family, SparkSession spark) {
    List<Object[]> blobs = new ArrayList<>();
    GoldenStates.refusals(family).forEach(blob -> blobs.add(new Object[] {blob}));
    Dataset<Row> table = Tables.of(spark, blobs, List.of(DataTypes.BinaryType));

    assertThat(table.filter("stats." + family + "_is_valid(c0) = false").count())
        .isEqualTo(blobs.size());
    assertThatThrownBy(
            () -> table.coalesce(1).selectExpr("stats." + family + "_merge(c0)").collectAsList())
        .hasStackTraceContaining("IllegalArgumentException: stats." + family + "_merge: ");
  }

  @Test
  void should_answer_scalars(SparkSession spark) {
    List<String> calls = new ArrayList<>();
    List<JsonNode> answers = new ArrayList<>();
    for (JsonNode call : GoldenStates.read("scalars").get("calls")) {
      List<String> arguments = new ArrayList<>();
      for (int index = 0; index < call.get("arguments").size(); index++) {
        arguments.add(
            literal(call.get("arguments").get(index), call.get("types").get(index).asText()));
      }
      String sql = "stats." + call.get("call").asText() + "(" + String.join(", ", arguments) + ")";
      if (call.has("answer")) {
        calls.add(sql);
        answers.add(call.get("answer"));
      } else {
        assertThatThrownBy(() -> spark.sql("SELECT " + sql).first())
            .as(sql)
            .hasStackTraceContaining("IllegalArgumentException: stats.");
      }
    }

    Row found = spark.sql("SELECT " + String.join(", ", calls)).first();

    for (int index = 0; index < calls.size(); index++) {
      Answers.assertSame(found.get(index), answers.get(index), calls.get(index));
    }
  }

  private static String literal(JsonNode value, String type) {
    if (value.isNull()) {
      return "NULL";
    }
    return switch (type) {
      case "ascii" -> "'" + value.asText() + "'";
      case "timestamp" -> "timestamp_millis(" + value.asText() + ")";
      case "date" -> "date_from_unix_date(" + value.asText() + ")";
      case "bigint" -> value.asText() + "L";
      case "double" -> "CAST('" + value.asText() + "' AS double)";
      case "list<bigint>" -> {
        List<String> elements = new ArrayList<>();
        value.forEach(element -> elements.add(element.asText() + "L"));
        yield "array(" + String.join(", ", elements) + ")";
      }
      default -> value.asText();
    };
  }
}
