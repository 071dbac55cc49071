/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The native lane takes every numeric type of CQL, each like the annotated type that holds it: the
 * answer is the one for the converted column.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.NATIVE_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NumericTypesIT {
  /** The annotated types that a type may be read like, best first. */
  private static final Map<String, List<String>> READ_LIKE =
      Map.of(
          "tinyint", List.of("int", "bigint"),
          "smallint", List.of("int", "bigint"),
          "int", List.of("bigint"),
          "counter", List.of("bigint"),
          "varint", List.of("bigint"),
          "float", List.of("double"),
          "decimal", List.of("double"));

  private static final List<Object> TINYINTS = values((byte) 3, Byte.MIN_VALUE, Byte.MAX_VALUE);
  private static final List<Object> SMALLINTS =
      values((short) 300, Short.MIN_VALUE, Short.MAX_VALUE);
  private static final List<Object> INTS = values(70_000, Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final List<Object> VARINTS =
      values(
          BigInteger.valueOf((1L << 53) + 1),
          BigInteger.valueOf(Long.MIN_VALUE),
          BigInteger.valueOf(Long.MAX_VALUE));
  private static final List<Object> FLOATS = values(0.1f, -Float.MAX_VALUE, Float.NaN);
  private static final List<Object> DECIMALS =
      values(
          new BigDecimal("0.1"),
          new BigDecimal("-12345678901234567890.123456789"),
          new BigDecimal("4.9e-324"),
          new BigDecimal("1e400"),
          new BigDecimal("-1e-400"),
          new BigDecimal("0.50000000000000000000000000000000000000000000001"));

  private final InstalledPack pack;
  private final BothLanes lanes;

  NumericTypesIT(InstalledPack pack) {
    this.pack = pack;
    this.lanes = new BothLanes(pack.db());
  }

  /** A null among them. */
  private static List<Object> values(Object... values) {
    List<Object> all = new ArrayList<>(List.of(values));
    all.add(1, null);
    return all;
  }

  @BeforeAll
  void fill() {
    ArgumentKinds.create(pack.db());
    pack.db()
        .run(
            "CREATE TABLE %s.numbers (id int, at int, tinyint tinyint, tinyint_as_int int,"
                + " tinyint_as_bigint bigint, smallint smallint, smallint_as_int int,"
                + " smallint_as_bigint bigint, int int, int_as_bigint bigint, varint varint,"
                + " varint_as_bigint bigint, float float, float_as_double double, decimal decimal,"
                + " decimal_as_double double, PRIMARY KEY (id, at))",
            "CREATE TABLE %s.no_counters (id int, at int, counter_as_bigint bigint,"
                + " PRIMARY KEY (id, at))",
            "CREATE TABLE %s.counters (id int, at int, counter counter, PRIMARY KEY (id, at))",
            "CREATE TABLE %s.keys (id int, tinyint tinyint, smallint smallint, varint varint,"
                + " decimal decimal, PRIMARY KEY (id, tinyint, smallint, varint, decimal)) WITH"
                + " CLUSTERING ORDER BY (tinyint DESC, smallint DESC, varint DESC, decimal DESC)");
    fill("tinyint", TINYINTS, Number::intValue, "int");
    fill("tinyint", TINYINTS, Number::longValue, "bigint");
    fill("smallint", SMALLINTS, Number::intValue, "int");
    fill("smallint", SMALLINTS, Number::longValue, "bigint");
    fill("int", INTS, Number::longValue, "bigint");
    fill("varint", VARINTS, Number::longValue, "bigint");
    fill("float", FLOATS, Number::doubleValue, "double");
    fill("decimal", DECIMALS, Number::doubleValue, "double");
    for (long value : new long[] {3, -5_000_000_007L, 0}) {
      int at = (int) (value % 100);
      pack.db()
          .rows("UPDATE %s.counters SET counter = counter + ? WHERE id = 1 AND at = ?", value, at);
      pack.db()
          .rows(
              "INSERT INTO %s.no_counters (id, at, counter_as_bigint) VALUES (1, ?, ?)", at, value);
    }
  }

  private void fill(
      String type, List<Object> values, Function<Number, Object> conversion, String stand) {
    for (int at = 0; at < values.size(); at++) {
      Number value = (Number) values.get(at);
      pack.db()
          .rows(
              "INSERT INTO %s.numbers (id, at, "
                  + type
                  + ", "
                  + type
                  + "_as_"
                  + stand
                  + ") VALUES (1, ?, ?, ?)",
              at,
              value,
              value == null ? null : conversion.apply(value));
    }
  }

  static Stream<Shape> shapes() {
    return ResolutionContractIT.shapes().filter(shape -> overloaded(shape).findAny().isPresent());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void should_read_each_type_like_the_annotated_one_that_holds_it(Shape shape) {
    for (int index : overloaded(shape).toList()) {
      for (String type : READ_LIKE.keySet()) {
        Set<String> named = new HashSet<>(shape.types().get(index));
        if (named.contains("varint")) {
          named.add("bigint");
        }
        // Beside a blob, numbers of other types are taken as their bytes in both lanes.
        if (named.contains(type) || named.contains("blob")) {
          continue;
        }
        Optional<String> stand = READ_LIKE.get(type).stream().filter(named::contains).findFirst();
        if (stand.isEmpty()) {
          continue;
        }
        boolean counter = type.equals("counter");
        LaneAnswer expected =
            answer(shape, index, type + "_as_" + stand.get(), counter ? "no_counters" : "numbers");
        assertThat(expected.error()).as("%s of %s", shape, stand).isNull();
        assertThat(answer(shape, index, type, counter ? "counters" : "numbers"))
            .as("%s of %s as argument %d", shape, type, index)
            .isEqualTo(expected);
      }
      if (shape.types().get(index).contains("varint")) {
        assertThat(answer(shape, index, "varint_as_bigint", "numbers"))
            .as("%s of bigint as argument %d", shape, index)
            .isEqualTo(answer(shape, index, "varint", "numbers"));
      }
    }
  }

  /** Other overloaded arguments are constants of a type that every function of the pack takes. */
  private LaneAnswer answer(Shape shape, int index, String column, String table) {
    List<String> arguments = new ArrayList<>();
    for (int other = 0; other < shape.parameters().size(); other++) {
      String ordinary = shape.ordinary(other);
      // The state of an aggregate is no argument of the call.
      int parameter = shape.isAggregate() ? other + 1 : other;
      arguments.add(
          other == index
              ? column
              : shape.function().isOrdered(parameter) && shape.isAggregate()
                  ? "at"
                  : ordinary.equals("0x")
                      ? "(blob) 0x"
                      : ordinary.startsWith("c_")
                          ? "(" + ordinary.substring("c_".length()) + ") 3"
                          : ordinary);
    }
    return lanes.answer(
        BothLanes.UDF,
        "SELECT " + shape.call(arguments) + " AS answer FROM %s." + table + " WHERE id = 1");
  }

  private static Stream<Integer> overloaded(Shape shape) {
    return Stream.iterate(0, index -> index < shape.parameters().size(), index -> index + 1)
        .filter(
            index ->
                shape.types().get(index).size() > 1 || shape.types().get(index).contains("varint"));
  }

  /** Where the function computes with doubles, every varint is one, as far as a double goes. */
  @Test
  void should_refuse_a_varint_that_no_bigint_holds_where_integers_are_kept() {
    for (int bits : new int[] {63, 64, 1000, 100_000}) {
      for (BigInteger value :
          List.of(
              BigInteger.ONE.shiftLeft(bits),
              BigInteger.ONE.shiftLeft(bits).negate().subtract(BigInteger.ONE))) {
        pack.db().rows("INSERT INTO %s.numbers (id, at, varint) VALUES (2, 1, ?)", value);
        assertThat(pack.db().value("SELECT stats.mean(varint) FROM %s.numbers WHERE id = 2"))
            .isEqualTo(Double.isInfinite(value.doubleValue()) ? null : value.doubleValue());
        for (String call : List.of("last(varint)", "first(1, varint)", "max_n(varint, 3)")) {
          assertThatThrownBy(
                  () -> pack.db().rows("SELECT stats." + call + " FROM %s.numbers WHERE id = 2"))
              .as("%s of %d bits", call, bits)
              .isInstanceOf(FunctionFailureException.class)
              .hasMessageContaining("expected a varint within the range of bigint");
        }
      }
    }
  }

  /** The node must not write out a number of a billion digits. */
  @Test
  void should_read_decimals_of_any_scale_at_once() {
    List<Integer> scales =
        List.of(Integer.MIN_VALUE, -1_000_000_000, 1_000_000_000, Integer.MAX_VALUE, -308, 324);
    int at = 0;
    for (int scale : scales) {
      for (BigInteger unscaled :
          List.of(BigInteger.ONE, BigInteger.ZERO, BigInteger.ONE.shiftLeft(1_000_000).negate())) {
        byte[] digits = unscaled.toByteArray();
        ByteBuffer decimal = ByteBuffer.allocate(Integer.BYTES + digits.length);
        decimal.putInt(scale).put(digits).flip();
        pack.db()
            .session()
            .execute(
                pack.db()
                    .session()
                    .prepare(
                        pack.db().in("INSERT INTO %s.numbers (id, at, decimal) VALUES (3, ?, ?)"))
                    .bind(at)
                    .setBytesUnsafe(1, decimal));
        at++;
      }
    }
    Row row =
        pack.db()
            .row(
                "SELECT stats.moments_count(stats.moments(decimal)),"
                    + " stats.moments_skipped(stats.moments(decimal)), stats.extremes_values_double(stats.min_max_by(decimal, decimal))"
                    + " FROM %s.numbers WHERE id = 3");
    assertThat(row.getLong(0) + row.getLong(1)).isEqualTo(at);
    // 1e308 is finite; 2^1000000 with a scale of 324 or less, and 1 with a huge negative one, are
    // not.
    assertThat(row.getLong(1)).isEqualTo(6);
    assertThat(row.getList(2, Double.class)).containsExactly(0.0, 1e308);
  }

  @Test
  void should_read_clustering_columns_in_reversed_order() {
    pack.db()
        .run(
            "INSERT INTO %s.keys (id, tinyint, smallint, varint, decimal) VALUES (1, 1, 2, 3, 4.5)",
            "INSERT INTO %s.keys (id, tinyint, smallint, varint, decimal) VALUES (1, 3, 4, 5,"
                + " 6.5)");
    Row row =
        pack.db()
            .row(
                "SELECT stats.mean(tinyint), stats.mean(smallint), stats.mean(varint),"
                    + " stats.mean(decimal) FROM %s.keys WHERE id = 1");
    assertThat(row.getDouble(0)).isEqualTo(2);
    assertThat(row.getDouble(1)).isEqualTo(3);
    assertThat(row.getDouble(2)).isEqualTo(4);
    assertThat(row.getDouble(3)).isEqualTo(5.5);
  }
}
