/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultColumnMetadata;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultTableMetadata;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsSummary;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.rows.RowReading;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that the client computes from rows, without a server. */
final class ClientLaneTest {
  private static final List<String> KNOWN_ROWS = List.of("1", "0", "-1", "-1", "0");
  private static final Map<String, DataType> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("position", DataTypes.INT);
    COLUMNS.put("note", DataTypes.TEXT);
    COLUMNS.put("list", DataTypes.listOf(DataTypes.DOUBLE));
    for (DataType type :
        List.of(
            DataTypes.TINYINT,
            DataTypes.SMALLINT,
            DataTypes.INT,
            DataTypes.BIGINT,
            DataTypes.VARINT,
            DataTypes.FLOAT,
            DataTypes.DOUBLE,
            DataTypes.DECIMAL,
            DataTypes.TEXT,
            DataTypes.TIMESTAMP)) {
      COLUMNS.put("c_" + type.asCql(false, false), type);
    }
  }

  private static TableMetadata table() {
    CqlIdentifier keyspace = CqlIdentifier.fromInternal("shop");
    CqlIdentifier name = CqlIdentifier.fromInternal("known");
    Map<CqlIdentifier, ColumnMetadata> columns = new LinkedHashMap<>();
    COLUMNS.forEach(
        (column, type) -> {
          CqlIdentifier id = CqlIdentifier.fromInternal(column);
          columns.put(id, new DefaultColumnMetadata(keyspace, name, id, type, false));
        });
    return new DefaultTableMetadata(
        keyspace,
        name,
        new UUID(0, 0),
        false,
        false,
        List.of(),
        Map.of(),
        columns,
        Map.of(),
        Map.of());
  }

  /** The type of what is read of a row: a column, or the CAST of one. */
  private static DataType type(String selector) {
    return selector.startsWith("CAST(")
        ? COLUMNS.get("c_" + selector.replaceAll(".* AS (\\w+)\\)", "$1"))
        : COLUMNS.get(selector);
  }

  /** Whether nodes compute what is read, by functions of the pack. */
  private static boolean isComputedByNodes(String call) {
    return reading(selection(call)).selectors().stream()
        .anyMatch(selector -> type(selector) == null);
  }

  private static Selection selection(String selectors) {
    Select select = SelectParser.parse("SELECT " + selectors + " FROM shop.known", List.of());
    return new SelectionCompiler(PackFunctions.load(), "stats", new TableColumns(table(), Set.of()))
        .compile(select.selectors());
  }

  private static RowReading reading(Selection selection) {
    return new RowReading(
        false,
        List.of(),
        UnaryOperator::identity,
        selection.columns().stream().map(column -> column.rows().get()).toList(),
        "position");
  }

  /** What is shown of rows, which have one value in all columns. */
  private static List<Object> answer(String selectors, List<String> rows) {
    Selection selection = selection(selectors);
    RowReading reading = reading(selection);
    // Two parts are merged, as those of two requests are.
    List<List<ByteBuffer>> parts = new ArrayList<>();
    int half = rows.size() / 2;
    for (List<String> part : List.of(rows.subList(0, half), rows.subList(half, rows.size()))) {
      RowReading.Groups groups = reading.groups();
      for (String value : part) {
        groups.add(
            reading.selectors().stream().map(selector -> cell(type(selector), value)).toList());
      }
      assertThat(groups.all()).hasSize(1);
      parts.add(groups.complete().get(0));
    }
    return selection.values(selection.merge(parts.get(0), parts.get(1)));
  }

  private static ByteBuffer cell(DataType type, String value) {
    TypeCodec<Object> codec = CodecRegistry.DEFAULT.codecFor(type);
    String literal = type.equals(DataTypes.TEXT) ? "'%s'".formatted(value) : value;
    return codec.encode(codec.parse(literal), ProtocolVersion.DEFAULT);
  }

  private static String literal(Object value) {
    if (value instanceof StatsSummary summary) {
      return summary.fields().entrySet().stream()
          .map(field -> field.getKey() + ":" + field.getValue())
          .collect(Collectors.joining(",", "{", "}"));
    }
    return value == null ? "NULL" : CodecRegistry.DEFAULT.codecFor(value).format(value);
  }

  @Test
  void should_give_the_known_answers_of_all_aggregates() throws Exception {
    int answered = 0;
    int computedByNodes = 0;
    List<String> refused = new ArrayList<>();
    for (Method method : AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class)) {
      for (CqlFunction.Aggregate aggregate : method.getAnnotation(CqlFunction.class).aggregates()) {
        for (String example : aggregate.examples()) {
          String[] callAndResult = example.split(" = ", 2);
          String call = callAndResult[0].replaceAll("(?<![\\w.])(?!CAST\\()(\\w+)\\(", "stats.$1(");
          try {
            if (isComputedByNodes(call)) {
              computedByNodes++;
              continue;
            }
            assertThat(literal(answer(call, KNOWN_ROWS).get(0)))
                .as(example)
                .isEqualTo(callAndResult[1]);
            answered++;
          } catch (StatsException unfit) {
            refused.add(unfit.getMessage());
          }
        }
      }
    }
    assertThat(answered).isGreaterThan(40);
    assertThat(computedByNodes).isBetween(1, 20);
    // What no lane answers: constants with a type.
    assertThat(refused)
        .hasSizeLessThan(10)
        .allSatisfy(message -> assertThat(message).contains("or a constant as argument, found"));
  }

  @ParameterizedTest
  @CsvSource({
    "tinyint, 127, -128",
    "smallint, 32767, -32768",
    "int, 2147483647, -2147483648",
    "bigint, 9223372036854775807, -9223372036854775808",
    "varint, 9223372036854775807, 18446744073709551614",
    "decimal, 9223372036854775807, 18446744073709551614"
  })
  void should_add_as_cassandra_does(String type, String greatest, String twice) {
    String column = "c_" + type;

    List<Object> values =
        answer(
            "sum(#), min(#), max(#), count(#), count(*)".replace("#", column),
            List.of(greatest, "null", greatest));

    // Sums of integers of a fixed size overflow on servers, too.
    String sum = type.startsWith("var") || type.startsWith("dec") ? twice : "-2";
    assertThat(values.get(0)).hasToString(sum);
    assertThat(values.get(1)).hasToString(greatest);
    assertThat(values.get(2)).hasToString(greatest);
    assertThat(values.subList(3, 5)).containsExactly(2L, 3L);
  }

  @Test
  void should_add_floating_point_numbers_with_compensation() {
    List<String> tenths = new ArrayList<>(java.util.Collections.nCopies(1000, "0.1"));

    assertThat(answer("sum(c_double), avg(c_double), sum(c_float)", tenths))
        .containsExactly(100.0, 0.1, 100.0f);
    assertThat(answer("sum(c_double), avg(c_double)", List.of("Infinity", "Infinity")))
        .containsExactly(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat((Double) answer("avg(c_double)", List.of("1.7E308", "1.7E308", "1.7E308")).get(0))
        .isCloseTo(1.7e308, within(1e294));
  }

  @Test
  void should_take_every_type_of_number() {
    for (String type : List.of("tinyint", "smallint", "int", "bigint", "varint", "decimal")) {
      assertThat(
              answer(
                  "stats.mean(c_%s), stats.first(c_%s)".formatted(type, type), List.of("7", "8")))
          .as(type)
          .satisfies(
              values -> {
                assertThat(values.get(0)).isEqualTo(7.5);
                assertThat(((Number) values.get(1)).doubleValue()).isEqualTo(7);
              });
    }
    assertThat(answer("stats.last(position, c_timestamp)", List.of("7", "8"))).containsExactly(8);
  }

  @Test
  void should_give_no_rows_what_servers_give() {
    List<Object> values =
        answer(
            "count(*), count(position), sum(position), avg(c_double), min(position), stats.mean(c_double), stats.moments_count(stats.moments(c_double))",
            List.of());

    assertThat(values).isEqualTo(Arrays.asList(0L, 0L, 0, 0.0, null, null, null));
    assertThat(answer("stats.mean(c_double), count(*)", List.of("null", "null")))
        .isEqualTo(Arrays.asList(null, 2L));
  }

  @Test
  void should_refuse_a_row_as_servers_do() {
    assertThatThrownBy(() -> answer("stats.tdigest(c_double, 5)", List.of("1", "2")))
        .isInstanceOf(StatsException.class)
        .hasMessage("tdigest: expected k from 10 to 32767, found 5");
    assertThatThrownBy(
            () ->
                answer(
                    "stats.first(c_varint)", List.of("1", BigInteger.ONE.shiftLeft(70).toString())))
        .isInstanceOf(StatsException.class)
        .hasMessageStartingWith("first: ")
        .hasMessageContaining("expected a varint within the range of bigint");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stats.histogram(c_double, list)             | cannot read list",
        "stats.tdigest(c_double, c_bigint)           | cannot read c_bigint: expected int",
        "stats.mean(null)                            | cannot read null: expected double",
        "stats.moments_merge(c_double)               | cannot read c_double: expected a state",
        "stats.histogram(c_double, 'a', 2, 3)        | cannot read 'a': expected double",
      })
  void should_refuse_what_it_cannot_read(String call, String expected) {
    Selection servers = selection(call);

    assertThatThrownBy(() -> reading(servers))
        .isInstanceOf(StatsException.class)
        .hasMessageStartingWith(call + " is not computed by the client")
        .hasMessageContaining(expected);
  }

  @Test
  void should_read_each_column_once() {
    RowReading reading =
        reading(
            selection(
                "count(*), sum(position), stats.mean(position), stats.first(position, c_timestamp), avg(CAST(position AS double))"));

    assertThat(reading.selectors().stream().collect(Collectors.joining(", ")))
        .isEqualTo("position, c_timestamp, CAST(position AS double)");
    assertThat(reading(selection("count(*)")).selectors()).containsExactly("position");
  }
}
