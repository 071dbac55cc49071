/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.uda.hll.HllUnion;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spark reads golden states: HLL sketches by its own functions, t-digests by those of the pack. */
final class SparkStatesTest {
  private static final double ERROR = 1e-12;

  private static SparkSession spark;

  @TempDir private static Path directory;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder()
            .appName("golden states")
            .master("local[1]")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 1)
            .config("spark.local.dir", directory.toString())
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void should_estimate_sketches_as_cql_does() {
    List<GoldenStates.State> states = new GoldenStates("hll").states();
    List<Object[]> rows = new ArrayList<>();
    states.forEach(state -> rows.add(new Object[] {state.name(), state.bytes().array()}));
    Dataset<Row> estimates =
        table(rows, DataTypes.StringType, DataTypes.BinaryType)
            .selectExpr("c0", "hll_sketch_estimate(c1)");

    List<Row> found = estimates.collectAsList();

    assertThat(found).hasSameSizeAs(states);
    for (int index = 0; index < found.size(); index++) {
      assertThat(found.get(index).getLong(1))
          .as(found.get(index).getString(0))
          .isEqualTo(states.get(index).answer("hll_distinct").longValue());
    }
  }

  @Test
  void should_unite_sketches_as_cql_does() {
    List<GoldenStates.Merge> merges = new GoldenStates("hll").merges();
    List<Object[]> rows = new ArrayList<>();
    merges.forEach(
        both -> rows.add(new Object[] {both.left().bytes().array(), both.right().bytes().array()}));
    List<Row> found =
        table(rows, DataTypes.BinaryType, DataTypes.BinaryType)
            .selectExpr("hll_union(c0, c1, true)")
            .collectAsList();

    assertThat(found).hasSameSizeAs(merges).isNotEmpty();
    for (int index = 0; index < found.size(); index++) {
      assertSameSketch(binary(found.get(index)), merges.get(index).merged());
    }
  }

  /** Of one lg_k: a sketch of coupons does not lower that of others in Spark. */
  @ParameterizedTest
  @ValueSource(ints = {4, 10, 12})
  void should_merge_a_column_of_sketches_as_cql_does(int lgK) {
    List<Object[]> rows = new ArrayList<>();
    ByteBuffer merged = ByteBuffer.allocate(0);
    for (GoldenStates.State state : new GoldenStates("hll").states()) {
      if (Hll.lgK(state.bytes()) == lgK) {
        rows.add(new Object[] {state.bytes().array()});
        merged = HllUnion.union(merged, state.bytes());
      }
    }

    byte[] found =
        binary(
            table(rows, DataTypes.BinaryType)
                .selectExpr("hll_union_agg(c0)")
                .collectAsList()
                .get(0));

    assertSameSketch(found, merged);
  }

  /** The same value has the same hash: of the values of both, each counts once. */
  @Test
  void should_count_the_values_of_both_once() {
    int compared = 0;
    for (GoldenStates.State state : new GoldenStates("hll").states()) {
      for (String type : List.of("bigint", "blob")) {
        if (state.aggregate().equals("hll(" + type + ")")) {
          DataType column = type.equals("blob") ? DataTypes.BinaryType : DataTypes.LongType;
          List<Object[]> rows = new ArrayList<>();
          GoldenStates.rows(state.rows(), type).forEach(value -> rows.add(new Object[] {value}));
          byte[] own =
              binary(
                  table(rows, column).selectExpr("hll_sketch_agg(c0, 12)").collectAsList().get(0));
          ByteBuffer both = HllUnion.union(ByteBuffer.wrap(own), state.bytes());
          assertThat(both).as(state.name()).isEqualTo(state.bytes());
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(20);
  }

  @Test
  void should_refuse_the_empty_blob() {
    Dataset<Row> empty = table(List.<Object[]>of(new Object[] {new byte[0]}), DataTypes.BinaryType);

    assertThatThrownBy(() -> empty.selectExpr("hll_sketch_estimate(c0)").collectAsList())
        .hasStackTraceContaining("hll");
    assertThat(
            empty.selectExpr("hll_sketch_estimate(nullif(c0, X''))").collectAsList().get(0).get(0))
        .isNull();
  }

  @Test
  void should_ask_digests_by_functions_of_the_pack() {
    register();
    List<Object[]> rows = new ArrayList<>();
    List<Double> expected = new ArrayList<>();
    for (GoldenStates.State state : new GoldenStates("tdigest").states()) {
      for (JsonNode answer : state.answers()) {
        if (answer.get("call").asText().equals("tdigest_quantile") && answer.has("answer")) {
          JsonNode value = answer.get("answer");
          rows.add(
              new Object[] {state.bytes().array(), answer.get("arguments").get(0).doubleValue()});
          expected.add(value.isNull() ? null : value.doubleValue());
        }
      }
    }

    List<Row> found =
        table(rows, DataTypes.BinaryType, DataTypes.DoubleType)
            .selectExpr("tdigest_quantile(c0, c1)")
            .collectAsList();

    assertThat(found).hasSameSizeAs(expected).hasSizeGreaterThan(50);
    for (int index = 0; index < found.size(); index++) {
      Double wanted = expected.get(index);
      if (wanted == null) {
        assertThat(found.get(index).get(0)).isNull();
      } else {
        assertThat(found.get(index).getDouble(0))
            .isCloseTo(wanted, within(Math.abs(wanted) * ERROR));
      }
    }
  }

  @Test
  void should_merge_a_column_of_digests_by_functions_of_the_pack() {
    register();
    List<Object[]> rows = new ArrayList<>();
    ByteBuffer merged = ByteBuffer.allocate(0);
    for (GoldenStates.State state : new GoldenStates("tdigest").states()) {
      rows.add(new Object[] {state.bytes().array()});
      merged = TdigestUnion.union(merged, state.bytes());
    }

    byte[] found =
        binary(
            table(rows, DataTypes.BinaryType)
                .selectExpr("aggregate(collect_list(c0), X'', (a, b) -> tdigest_union(a, b))")
                .collectAsList()
                .get(0));

    assertThat(TdigestAccessors.count(ByteBuffer.wrap(found)))
        .isEqualTo(TdigestAccessors.count(merged));
    assertThat(ByteBuffer.wrap(found)).isEqualTo(merged);
  }

  private static void register() {
    spark
        .udf()
        .register(
            "tdigest_quantile",
            (UDF2<byte[], Double, Double>)
                (state, q) -> state == null ? null : Tdigest.quantile(ByteBuffer.wrap(state), q),
            DataTypes.DoubleType);
    spark
        .udf()
        .register(
            "tdigest_union",
            (UDF2<byte[], byte[], byte[]>)
                (left, right) ->
                    bytes(TdigestUnion.union(ByteBuffer.wrap(left), ByteBuffer.wrap(right))),
            DataTypes.BinaryType);
  }

  private static void assertSameSketch(byte[] found, ByteBuffer expected) {
    ByteBuffer sketch = ByteBuffer.wrap(found);
    assertThat(Hll.isValid(sketch)).isTrue();
    assertThat(Hll.lgK(sketch)).isEqualTo(Hll.lgK(expected));
    double estimate = Hll.estimate(expected);
    assertThat(Hll.estimate(sketch)).isCloseTo(estimate, within(estimate * ERROR));
  }

  private static Dataset<Row> table(List<Object[]> rows, DataType... types) {
    StructType columns = new StructType();
    for (int index = 0; index < types.length; index++) {
      columns = columns.add("c" + index, types[index]);
    }
    return spark.createDataFrame(rows.stream().map(RowFactory::create).toList(), columns);
  }

  private static byte[] binary(Row row) {
    return (byte[]) row.get(0);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
