/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.MapType;
import org.assertj.core.api.SoftAssertions;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The answers that the documentation shows of CQL, from the same text in Spark. */
@Tag("extended")
@ExtendWith(LocalSpark.class)
class ExamplesTest {
  /**
   * Calls that need the buffer of a state function, which no value of Spark is: a state function of
   * the state of another call, and what finishes such states only.
   */
  private static final Pattern BETWEEN_ROWS =
      Pattern.compile("accumulate(_blob)?\\(\\w*accumulate|(points_to_chunk|quantile_values?)\\(");

  private static final Catalogue CATALOGUE = CatalogueFile.read();

  @BeforeAll
  static void create(SparkSession spark) {
    spark
        .sql("SELECT * FROM VALUES (1), (0), (-1), (-1), (0) AS t(position)")
        .coalesce(1)
        .createOrReplaceTempView("known");
  }

  private static List<Example> examples() {
    return Stream.concat(
            CATALOGUE.functions().stream().flatMap(function -> function.examples().stream()),
            CATALOGUE.aggregates().stream().flatMap(aggregate -> aggregate.examples().stream()))
        .distinct()
        .toList();
  }

  @Test
  void should_give_the_answers_of_the_examples(SparkSession spark) {
    SoftAssertions all = new SoftAssertions();
    Set<String> called = new TreeSet<>();
    for (Example example : examples()) {
      if (!BETWEEN_ROWS.matcher(example.call()).find()) {
        called.addAll(example.functions());
        all.assertThat(answer(spark, example)).as(example.call()).isEqualTo(example.result());
      }
    }
    all.assertAll();
    // The others are asked of golden states, and merge them.
    Set<String> names = new TreeSet<>();
    CATALOGUE.functions().forEach(function -> names.add(function.name()));
    CATALOGUE.aggregates().forEach(aggregate -> names.add(aggregate.name()));
    names.removeAll(called);
    names.removeAll(GoldenStates.calls());
    GoldenStates.FAMILIES.forEach(family -> names.remove(family + "_merge"));
    assertThat(names)
        .containsExactly(
            "chunk_accumulate", "points_to_chunk", "quantile_value", "quantile_values");
  }

  @Test
  void should_list_every_function_of_the_pack() throws ReflectiveOperationException {
    Set<String> names = new TreeSet<>(List.of("chunk_points"));
    CATALOGUE.functions().forEach(function -> names.add(function.name()));
    CATALOGUE.aggregates().forEach(aggregate -> names.add(aggregate.name()));

    assertThat(new StatsCatalog().listFunctions(new String[0]))
        .extracting(identifier -> identifier.name())
        .containsExactlyElementsOf(names);
    assertThat(new StatsCatalog().listFunctions(new String[] {"any"})).isEmpty();
  }

  private static String answer(SparkSession spark, Example example) {
    String sql = "SELECT " + CqlText.sparkSql(example, "stats") + " FROM known LIMIT 1";
    try {
      Row row = spark.sql(sql).first();
      // A null collection is an empty one to CQL.
      boolean isNullMap = row.isNullAt(0) && row.schema().fields()[0].dataType() instanceof MapType;
      return isNullMap ? "{}" : CqlText.of(row.get(0));
    } catch (Exception failed) {
      return sql + ": " + failed;
    }
  }
}
