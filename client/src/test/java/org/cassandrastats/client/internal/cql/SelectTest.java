/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import static com.datastax.oss.driver.api.querybuilder.QueryBuilder.bindMarker;
import static com.datastax.oss.driver.api.querybuilder.QueryBuilder.literal;
import static com.datastax.oss.driver.api.querybuilder.QueryBuilder.selectFrom;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.querybuilder.select.Selector;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SelectTest {
  private static Select parse(String statement, Object... values) {
    return SelectParser.parse(statement, Arrays.asList(values));
  }

  @Test
  void should_read_every_clause() {
    Select select =
        parse(
            "select COUNT(*), stats.Mean(value) AS mean, \"Own\".\"F\"(CAST(v AS double), [1, -2.5e3], 'it''s', 0xAB, true, null)"
                + " -- all of it\n FROM \"Shop\".readings WHERE k = 'roof' AND c >= -5 /* from */ AND c<10 GROUP BY k, \"L\";");

    assertThat(select.keyspace()).isEqualTo("Shop");
    assertThat(select.table()).isEqualTo("readings");
    assertThat(select.groupBy())
        .containsExactly(new Expression.Column("k"), new Expression.Column("L"));
    assertThat(select.selectors().stream().map(Select.Selector::name))
        .containsExactly(
            "COUNT(*)",
            "mean",
            "\"Own\".\"F\"(CAST(v AS double), [1, -2.5e3], 'it''s', 0xAB, true, null)");
    assertThat(select.selectors().stream().map(selector -> selector.expression().cql()))
        .containsExactly(
            "count(*)",
            "stats.mean(value)",
            "\"Own\".\"F\"(CAST(v AS double), [1, -2.5e3], 'it''s', 0xAB, true, null)");
    assertThat(select.relations().stream().map(Select.Relation::toString))
        .containsExactly("k = 'roof'", "c >= -5", "c < 10");
  }

  @Test
  void should_read_parts_of_columns() {
    Select select =
        parse("SELECT stats.mean(reading.value), max(r.\"Unit\".low), f(m['x'], l [1].a) FROM t");

    assertThat(select.selectors().stream().map(selector -> selector.expression().cql()))
        .containsExactly("stats.mean(reading.value)", "max(r.\"Unit\".low)", "f(m['x'], l[1].a)");
    assertThat(select.selectors().get(0).expression())
        .isEqualTo(
            new Expression.Call(
                "stats",
                "mean",
                List.of(new Expression.Field(new Expression.Column("reading"), "value"))));
    assertThat(select.selectors().get(2).expression().columns()).containsExactly("m", "l");
  }

  @Test
  void should_read_groups_of_several_partitions() {
    Select select =
        parse(
            "SELECT count(*) FROM t WHERE k IN (1, ?) AND d IN ? GROUP BY k, stats.time_bucket((ascii) '1h', at), floor(at, 1h30m), f((timestamp) '2026-01-01')"
                + " ORDER BY c DESC, d ASC, e PER PARTITION LIMIT 3 LIMIT 10 ALLOW FILTERING",
            2,
            List.of("x", "y"));

    assertThat(select.relations().stream().map(Select.Relation::toString))
        .containsExactly("k IN (1, 2)", "d IN ('x', 'y')");
    assertThat(select.relations().get(1).each().stream().map(Select.Relation::value))
        .containsExactly("x", "y");
    assertThat(select.groupBy().stream().map(Expression::cql))
        .containsExactly(
            "k", "stats.time_bucket('1h', at)", "floor(at, 1h30m)", "f((timestamp) '2026-01-01')");
    assertThat(select.result())
        .isEqualTo(
            new Select.Result(
                List.of(
                    new Select.Ordering("c", true),
                    new Select.Ordering("d", false),
                    new Select.Ordering("e", false)),
                3,
                10,
                true));
  }

  @Test
  void should_read_operations_in_their_order() {
    Select select =
        parse(
            "SELECT max(a) - min(a) * 2 - 1, (max(a) - min(a)) / count(*), f(a % b), CAST(g(a) AS double) FROM t");

    assertThat(select.selectors().stream().map(selector -> selector.expression().cql()))
        .containsExactly(
            "(max(a) - (min(a) * 2)) - 1",
            "(max(a) - min(a)) / count(*)",
            "f(a % b)",
            "CAST(g(a) AS double)");
    assertThat(select.selectors().get(0).name()).isEqualTo("max(a) - min(a) * 2 - 1");
  }

  @Test
  void should_leave_expressions_of_constants_to_a_server() {
    Select select =
        parse(
            "SELECT count(*) FROM t WHERE a >= currentTimestamp() - 1d AND b < system.minTimeuuid('2026-01-01 00:00Z')"
                + " AND c IN (1, 2 * (3 + f(4, g())), ?) AND d = (timestamp) '2026-01-01' + 1mo AND e > -5",
            7);

    assertThat(select.relations().stream().map(Select.Relation::toString))
        .containsExactly(
            "a >= (currentTimestamp() - 1d)",
            "b < (system.minTimeuuid('2026-01-01 00:00Z'))",
            "c IN (1, (2 * (3 + f(4, g()))), 7)",
            "d = ((timestamp) '2026-01-01' + 1mo)",
            "e > -5");
  }

  @Test
  void should_bind_values_in_their_order() {
    Select select =
        parse(
            "SELECT stats.tdigest_quantiles(stats.tdigest(v), ?) FROM t WHERE k = ? AND c > ?",
            List.of(0.5, 0.99),
            "it's",
            7L);

    Expression.Call call = (Expression.Call) select.selectors().get(0).expression();
    assertThat(((Expression.Literal) call.arguments().get(1)).value())
        .isEqualTo(List.of(0.5, 0.99));
    assertThat(call.cql()).isEqualTo("stats.tdigest_quantiles(stats.tdigest(v), [0.5,0.99])");
    assertThat(select.relations().get(0).value()).isEqualTo("it's");
    assertThat(select.relations().get(0).cql()).isEqualTo("'it''s'");
    assertThat(select.relations().get(1).value()).isEqualTo(7L);
  }

  @Test
  void should_name_columns_as_the_schema_does() {
    Select select =
        parse("SELECT \"Sensor\", \"a \"\"b\"\"\", Day, \"S\" AS \"T\", MAX(\"V\") FROM t");

    assertThat(select.selectors().stream().map(Select.Selector::name))
        .containsExactly("Sensor", "a \"b\"", "day", "T", "MAX(\"V\")");
  }

  @Test
  void should_read_numbers_exactly() {
    Select select = parse("SELECT f(12345678901234567890, 1., 0.1) FROM t");

    Expression.Call call = (Expression.Call) select.selectors().get(0).expression();
    assertThat(call.arguments().stream().map(argument -> ((Expression.Literal) argument).value()))
        .containsExactly(
            new BigDecimal("12345678901234567890"), new BigDecimal("1.0"), new BigDecimal("0.1"));
  }

  @Test
  void should_read_words_that_are_numbers_in_any_case() {
    Select select = parse("SELECT f(nan, -Infinity, INFINITY, \"nan\", nan_value) FROM t");

    Expression.Call call = (Expression.Call) select.selectors().get(0).expression();
    assertThat(call.cql()).isEqualTo("f(nan, -Infinity, INFINITY, \"nan\", nan_value)");
    assertThat(
            call.arguments().subList(0, 3).stream()
                .map(argument -> ((Expression.Literal) argument).value()))
        .containsExactly(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(call.arguments().subList(3, 5))
        .containsExactly(new Expression.Column("nan"), new Expression.Column("nan_value"));
  }

  @Test
  void should_read_long_texts() {
    String text = "it''s ".repeat(100_000);

    Select select = parse("SELECT count(*) FROM t WHERE k = '" + text + "'");

    assertThat(select.relations().get(0).cql()).hasSize(text.length() + 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT | Expected a value and found its end",
        "SELECT count(*) | Expected FROM and found its end",
        "SELECT count(*) FROM | Expected a table",
        "SELECT count(*) FROM t WHERE | Expected a column",
        "SELECT count(*) FROM t WHERE k == 1 | Expected a value",
        "SELECT count(*) FROM t WHERE k != 1 | The condition k != cannot be split",
        "SELECT count(*) FROM t WHERE k LIKE 'a' | The condition k LIKE cannot be split",
        "SELECT count(*) FROM t WHERE token(k) > 5 | cannot be split: expected COLUMN OPERATOR VALUE",
        "SELECT count(*) FROM t WHERE (a, b) > (1, 2) | cannot be split: expected COLUMN OPERATOR VALUE",
        "SELECT count(*) FROM t ORDER BY | Expected a column and found its end",
        "SELECT count(*) FROM t LIMIT 5 PER PARTITION LIMIT 2 | PER",
        "SELECT count(*) FROM t LIMIT 1.5 | LIMIT 1.5: expected a whole number from 1 to 2147483647",
        "SELECT count(*) FROM t ALLOW | Expected FILTERING",
        "SELECT count(*) FROM t WHERE k IN () | Expected a value",
        "SELECT DISTINCT k FROM t | SELECT DISTINCT cannot be split",
        "SELECT JSON k FROM t | SELECT JSON cannot be split",
        "SELECT count(*) FROM t WHERE k = ? | more markers (?) than the 0 values",
        "SELECT count(*) FROM t WHERE k = 'a | cannot be read from",
        "SELECT a + FROM t | Expected FROM and found \"t\"",
        "SELECT (a + b FROM t | Expected \")\" and found \"FROM\"",
        "SELECT count(*) FROM t WHERE k > 1 + ? | Expected a constant and found \"?\"",
        "SELECT count(*) FROM t WHERE k > other | Expected \"(\" and found its end",
        "SELECT count(*) FROM t WHERE k > now( | Expected a value and found its end",
      })
  void should_refuse_by_name(String statement, String expected) {
    assertThatThrownBy(() -> parse(statement))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void should_read_partitions_of_any_column() {
    StatsQuery query =
        StatsQuery.of("SELECT count(*) FROM t").withPartitions(" \"a = \"\"b\"\"\" = 1..3 / 2 ");

    PartitionValues values = SelectParser.parse(query).partitions().get(0);

    assertThat(values.column()).isEqualTo("a = \"b\"");
    assertThat(values.numbers()).containsExactly(1L, 3L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999w", "999999999d", "999999999y", "0mo", "1h"})
  void should_refuse_steps_of_partitions(String step) {
    StatsQuery query =
        StatsQuery.of("SELECT count(*) FROM t")
            .withPartitions("day=2026-01-01..2026-03-01/" + step);

    assertThatThrownBy(() -> SelectParser.parse(query))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("expected a step of days")
        .hasMessageContaining("found " + step);
  }

  @Test
  void should_refuse_values_without_markers() {
    assertThatThrownBy(() -> parse("SELECT count(*) FROM t", 1))
        .hasMessageContaining("1 values are bound, and the statement has 0 markers");
    assertThatThrownBy(() -> parse("SELECT f(v, ?) FROM t", new Object()))
        .hasMessageContaining("No CQL type has values of java.lang.Object");
  }

  @Test
  void should_read_what_the_query_builder_of_the_driver_writes() {
    SimpleStatement statement =
        selectFrom("\"Shop\"", "measurement")
            .countAll()
            .as("\"Readings\"")
            .function("stats", "mean", Selector.cast(Selector.column("value"), DataTypes.DOUBLE))
            .function(
                "stats",
                "tdigest_quantiles",
                Selector.function("stats", "tdigest", Selector.column("value")),
                literal(List.of(0.5, -1e-3)))
            .whereColumn("sensor")
            .in(bindMarker("sensors"))
            .whereColumn("day")
            .isEqualTo(literal(LocalDate.of(2026, 1, 31)))
            .whereColumn("at")
            .isGreaterThanOrEqualTo(bindMarker("\"From\""))
            .whereColumn("at")
            .isLessThan(literal(-7))
            .groupBy(
                Selector.column("sensor"),
                Selector.function("stats", "time_bucket", literal("1h"), Selector.column("at")))
            .orderBy("at", ClusteringOrder.DESC)
            .perPartitionLimit(3)
            .limit(10)
            .allowFiltering()
            .build(Map.of("sensors", List.of("roof", "o'clock"), "\"From\"", -9));

    Select select = SelectParser.parse(StatsQuery.of(statement));

    assertThat(select)
        .isEqualTo(
            parse(
                "SELECT count(*) AS \"Readings\", stats.mean(CAST(value AS double)) AS \"stats.mean(CAST(value AS double))\","
                    + " stats.tdigest_quantiles(stats.tdigest(value), [0.5,-0.001]) AS \"stats.tdigest_quantiles(stats.tdigest(value),[0.5,-0.001])\""
                    + " FROM \"Shop\".measurement WHERE sensor IN ? AND day = '2026-01-31' AND at >= ? AND at < -7"
                    + " GROUP BY sensor, stats.time_bucket('1h', at) ORDER BY at DESC PER PARTITION LIMIT 3 LIMIT 10 ALLOW FILTERING",
                List.of("roof", "o'clock"),
                -9));
  }

  @Test
  void should_bind_each_name_and_nothing_else() {
    assertThatThrownBy(() -> parse(named("SELECT count(*) FROM t WHERE k = :k", "other", 1)))
        .hasMessage(
            "The statement has a marker :k: expected a value that is bound to this name, found other.");
    assertThatThrownBy(() -> parse(named("SELECT count(*) FROM t", "other", 1)))
        .hasMessage("Values are bound to other, and the statement has markers of none.");
    assertThat(
            parse(named("SELECT count(*) FROM t WHERE k = :\"K\" AND d = :\"K\"", "\"K\"", 1))
                .relations())
        .extracting(Select.Relation::value)
        .containsExactly(1, 1);
  }

  private static Select parse(SimpleStatement statement) {
    return SelectParser.parse(StatsQuery.of(statement));
  }

  private static SimpleStatement named(String cql, String name, Object value) {
    return SimpleStatement.newInstance(cql, Map.of(name, value));
  }

  @Test
  void should_refuse_a_statement_with_settings_that_would_not_count() {
    SimpleStatement plain = SimpleStatement.newInstance("SELECT count(*) FROM t");
    for (SimpleStatement statement :
        List.of(
            plain.setConsistencyLevel(ConsistencyLevel.QUORUM),
            plain.setPageSize(10),
            plain.setTimeout(Duration.ofSeconds(1)),
            plain.setKeyspace("shop"))) {
      assertThatThrownBy(() -> StatsQuery.of(statement))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("StatsOptions says how");
    }
  }
}
