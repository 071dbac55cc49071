/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.List;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What Cassandra's user-defined aggregates can do and what they cannot. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
class AggregateFactsIT {
  private static final String SKIPPING = "RETURNS NULL ON NULL INPUT";
  private static final String CALLED = "CALLED ON NULL INPUT";

  private final Scratch db;

  AggregateFactsIT(Scratch db) {
    this.db = db;
  }

  @BeforeAll
  void fill() {
    db.run(
        "CREATE TABLE %s.rows (p int, g int, at int, i int, b bigint, d double, PRIMARY KEY (p, g, at))",
        "INSERT INTO %s.rows (p, g, at, i, b, d) VALUES (1, 1, 1, 1, 1, 1.0)",
        "INSERT INTO %s.rows (p, g, at, i, b, d) VALUES (1, 1, 2, 2, 2, 2.0)",
        "INSERT INTO %s.rows (p, g, at, i, b, d) VALUES (1, 2, 1, 4, 4, 4.0)");
    db.function("plus(state int, value int)", SKIPPING, "int", "return state + value;");
    db.function("times(state int, factor int)", SKIPPING, "int", "return state * factor;");
    db.function(
        "pick(state int, offsets list<int>)",
        SKIPPING,
        "list<int>",
        """
        List<Integer> result = new java.util.ArrayList<Integer>();
        for (int offset : offsets) {
          result.add(state + offset);
        }
        return result;
        """);
    db.run("CREATE AGGREGATE %s.total(int) SFUNC plus STYPE int INITCOND 0");
  }

  @Test
  void should_drop_a_replaced_function_that_an_aggregate_uses() {
    db.function("end(state int)", SKIPPING, "int", "return state;");
    db.run("CREATE AGGREGATE %s.ended(int) SFUNC plus STYPE int FINALFUNC end INITCOND 0");
    assertThatThrownBy(() -> db.run("DROP FUNCTION %s.end(int)"))
        .isInstanceOf(InvalidQueryException.class);

    db.function("end(state int)", SKIPPING, "int", "return 1;");
    db.run("DROP FUNCTION %s.end(int)", "DROP AGGREGATE %s.ended(int)");
  }

  @Test
  void should_keep_the_old_body_of_a_replaced_function_until_the_aggregate_is_made_again() {
    db.function("next(state int, value int)", SKIPPING, "int", "return state + 1;");
    String aggregate =
        "CREATE OR REPLACE AGGREGATE %s.upgraded(int) SFUNC next STYPE int INITCOND 0";
    String query = "SELECT %s.upgraded(i) FROM %s.rows WHERE p = 1";
    db.run(aggregate);
    assertThat(db.value(query)).isEqualTo(3);

    db.function("next(state int, value int)", SKIPPING, "int", "return state + 100;");
    assertThat(db.value("SELECT %s.next(0, 0) FROM system.local")).isEqualTo(100);
    assertThat(db.value(query)).as("the function alone was replaced").isEqualTo(3);

    db.run(aggregate);
    assertThat(db.value(query)).as("the aggregate was made again").isEqualTo(300);
  }

  @Test
  void should_keep_the_old_body_of_a_replaced_final_function_too() {
    db.function("finish(state int)", SKIPPING, "int", "return -state;");
    String aggregate =
        "CREATE OR REPLACE AGGREGATE %s.finished(int) SFUNC plus STYPE int FINALFUNC finish INITCOND 0";
    String query = "SELECT %s.finished(i) FROM %s.rows WHERE p = 1";
    db.run(aggregate);
    db.function("finish(state int)", SKIPPING, "int", "return 1000 + state;");

    assertThat(db.value(query)).isEqualTo(-7);
    db.run(aggregate);
    assertThat(db.value(query)).isEqualTo(1007);
  }

  @Test
  void should_refuse_to_drop_a_function_or_type_that_is_in_use() {
    assertThatThrownBy(() -> db.run("DROP FUNCTION %s.plus(int, int)"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("still referenced by aggregates");
  }

  @Test
  void should_show_a_final_function_nothing_but_the_state() {
    db.function("two(state int, factor int)", SKIPPING, "int", "return state * factor;");

    assertThatThrownBy(
            () ->
                db.run(
                    "CREATE AGGREGATE %s.bad(int) SFUNC plus STYPE int FINALFUNC two INITCOND 0"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("two");
  }

  @Test
  void should_nest_an_aggregate_in_a_function_with_literals_lists_and_bind_markers() {
    assertThat(db.value("SELECT %s.times(%s.total(i), 10) FROM %s.rows WHERE p = 1")).isEqualTo(70);
    assertThat(db.value("SELECT %s.times(%s.total(i), ?) FROM %s.rows WHERE p = 1", 3))
        .isEqualTo(21);
    assertThat(db.value("SELECT %s.pick(%s.total(i), [1, 2]) FROM %s.rows WHERE p = 1"))
        .isEqualTo(List.of(8, 9));
    assertThat(db.value("SELECT %s.pick(%s.total(i), ?) FROM %s.rows WHERE p = 1", List.of(5, 6)))
        .isEqualTo(List.of(12, 13));
  }

  @Test
  void should_nest_an_aggregate_per_group() {
    List<Row> rows =
        db.rows("SELECT g, %s.times(%s.total(i), 10) FROM %s.rows WHERE p = 1 GROUP BY p, g");

    assertThat(rows).extracting(row -> row.getInt(0)).containsExactly(1, 2);
    assertThat(rows).extracting(row -> row.getInt(1)).containsExactly(30, 40);
  }

  @Test
  void should_widen_no_number_but_literals() {
    db.function("half(value double)", SKIPPING, "double", "return value / 2;");

    assertThat(db.value("SELECT %s.half(d) FROM %s.rows WHERE p = 1 AND g = 2 AND at = 1"))
        .isEqualTo(2.0);
    assertThat(db.value("SELECT %s.half(4) FROM system.local")).isEqualTo(2.0);
    for (String column : List.of("b", "i")) {
      assertThatThrownBy(() -> db.value("SELECT %s.half(" + column + ") FROM %s.rows WHERE p = 1"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("Type error");
    }
  }

  @Test
  void should_find_a_bare_literal_or_marker_ambiguous_among_overloads() {
    db.function("twice(value int)", SKIPPING, "int", "return 2 * value;");
    db.function("twice(value bigint)", SKIPPING, "bigint", "return 2 * value;");

    assertThatThrownBy(() -> db.value("SELECT %s.twice(?) FROM system.local", 4))
        .hasMessageContaining("Ambiguous call to function");
    assertThat(db.value("SELECT %s.twice((bigint) ?) FROM system.local", 4L)).isEqualTo(8L);
    assertThat(db.value("SELECT %s.twice((bigint) 4) FROM system.local")).isEqualTo(8L);
  }

  /** One bare literal anywhere lets bigint pass for timestamp as well. */
  @Test
  void should_find_a_bigint_ambiguous_with_timestamp_beside_a_bare_literal() {
    db.function("moment(state blob, at bigint)", SKIPPING, "int", "return 1;");
    db.function("moment(state blob, at timestamp)", SKIPPING, "int", "return 2;");

    assertThatThrownBy(() -> db.value("SELECT %s.moment(0x, (bigint) 4) FROM system.local"))
        .hasMessageContaining("Ambiguous call to function");
    assertThat(db.value("SELECT %s.moment((blob) 0x, (bigint) 4) FROM system.local")).isEqualTo(1);
  }

  @Test
  void should_take_no_type_hint_of_a_list_but_a_bare_marker() {
    db.function("size(items list<bigint>)", SKIPPING, "int", "return items.size();");

    assertThatThrownBy(
            () -> db.value("SELECT %s.size((list<bigint>) ?) FROM system.local", List.of(1L)))
        .hasMessageContaining("Type error");
    assertThat(db.value("SELECT %s.size(?) FROM system.local", List.of(1L))).isEqualTo(1);
  }

  @Test
  void should_answer_zero_for_the_built_in_average_of_no_rows() {
    assertThat(db.value("SELECT avg(d) FROM %s.rows WHERE p = 99")).isEqualTo(0.0);
  }

  @Test
  void should_not_call_a_skipping_function_where_an_argument_is_null_or_an_empty_number() {
    db.function("called(value int)", SKIPPING, "int", "return 1;");
    db.function("called_anyway(value int)", CALLED, "int", "return value == null ? 2 : 1;");
    db.run("CREATE TABLE %s.nulls (k int PRIMARY KEY, value int)");
    db.run("INSERT INTO %s.nulls (k) VALUES (1)");
    // The empty int: no bytes, but not null.
    db.run("INSERT INTO %s.nulls (k, value) VALUES (2, blobAsInt(0x))");

    for (int key : new int[] {1, 2}) {
      assertThat(db.value("SELECT %s.called(value) FROM %s.nulls WHERE k = ?", key)).isNull();
      assertThat(db.value("SELECT %s.called_anyway(value) FROM %s.nulls WHERE k = ?", key))
          .isEqualTo(2);
    }
  }

  @Test
  void should_refuse_null_from_a_function_that_returns_a_primitive() {
    assertThatThrownBy(() -> db.function("nothing(value int)", SKIPPING, "double", "return null;"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("cannot convert from null to double");
    db.function("nothing(value int)", CALLED, "double", "return null;");
    assertThat(db.value("SELECT %s.nothing(3) FROM system.local")).isNull();
  }

  /** So the message of a body has to say by itself what it is about. */
  @Test
  void should_pass_on_the_exception_of_a_body_but_not_name_the_function() {
    db.function(
        "complain(value int)",
        SKIPPING,
        "int",
        "throw new IllegalArgumentException(\"not \" + value);");

    assertThatThrownBy(() -> db.value("SELECT %s.complain(3) FROM system.local"))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessage("java.lang.IllegalArgumentException: not 3");
  }
}
