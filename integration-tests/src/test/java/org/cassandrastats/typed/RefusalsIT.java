/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a statement does with bytes that are no state of a type, the client is told that its
 * statement is wrong, and never that the server failed.
 */
@TypedNodeTest
class RefusalsIT {
  private static final String TYPE = StoredStates.type("tdigest");

  private final Scratch db;

  RefusalsIT(Scratch db) {
    this.db = db;
    db.run(
        "CREATE TYPE %s.pair (n int, state " + TYPE + ")",
        "CREATE TABLE %s.t (id int PRIMARY KEY, data blob, state #, list_ list<#>, set_ set<#>,"
                .replace("#", TYPE)
            + " map_ map<#, int>, tuple_ tuple<int, #>, user_ pair, vector_ vector<#, 2>)"
                .replace("#", TYPE),
        "INSERT INTO %s.t (id, state) VALUES (1, 0x)");
    WrongFunctions.create(db, TYPE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE %s.t ALTER state MASKED WITH mask_replace(0x80)",
        "ALTER TABLE %s.t ALTER state MASKED WITH mask_replace(%s.bad(9))",
        "ALTER TABLE %s.t ALTER tuple_ MASKED WITH mask_replace((1, 0x80))",
        "ALTER TABLE %s.t ADD more # MASKED WITH mask_replace(0x80)",
        "ALTER TABLE %s.t ADD more frozen<pair> MASKED WITH mask_replace({n: 1, state: 0x80})",
        "CREATE TABLE %s.masked (id int PRIMARY KEY, state # MASKED WITH mask_replace(0x80))",
        "INSERT INTO %s.t (id, state) VALUES (2, %s.bad(9))",
        "INSERT INTO %s.t (id, data) VALUES (2, %s.bad(9))",
        "INSERT INTO %s.t (id, data) VALUES (2, stats.tdigest_union(%s.bad(9), 0x))",
        "INSERT INTO %s.t (id, list_) VALUES (2, %s.bad_list(9))",
        "UPDATE %s.t SET state = %s.bad(9) WHERE id = 2",
        "UPDATE %s.t SET state = %s.bad(9) WHERE id = 2 IF state = null",
        "UPDATE %s.t SET data = 0x WHERE id = 1 IF state = %s.bad(9)",
        "UPDATE %s.t SET list_ = [%s.bad(9)] WHERE id = 2",
        "UPDATE %s.t SET list_ = list_ + %s.bad_list(9) WHERE id = 2",
        "UPDATE %s.t SET set_ = {%s.bad(9)} WHERE id = 2",
        "UPDATE %s.t SET map_[%s.bad(9)] = 1 WHERE id = 2",
        "UPDATE %s.t SET tuple_ = (1, %s.bad(9)) WHERE id = 2",
        "UPDATE %s.t SET user_.state = %s.bad(9) WHERE id = 2",
        "UPDATE %s.t SET vector_ = [0x, %s.bad(9)] WHERE id = 2",
        "DELETE map_[%s.bad(9)] FROM %s.t WHERE id = 1",
        "DELETE map_[0x80] FROM %s.t WHERE id = 1",
        "DELETE set_[0x80] FROM %s.t WHERE id = 1 IF EXISTS",
        "UPDATE %s.t SET map_[0x80] = null WHERE id = 1",
        "UPDATE %s.t SET map_ = map_ - {0x80} WHERE id = 1",
        "UPDATE %s.t SET set_ = set_ - {0x80} WHERE id = 1",
        "BEGIN BATCH UPDATE %s.t SET state = %s.bad(9) WHERE id = 2; APPLY BATCH",
        "SELECT id FROM %s.t WHERE state = %s.bad(9) ALLOW FILTERING",
        "SELECT map_[%s.bad(9)] FROM %s.t"
      })
  void should_refuse_what_is_no_state(String template) {
    String statement = db.in(template.replace("#", TYPE).replace("<pair>", "<%s.pair>"));

    assertRefused(() -> db.session().execute(statement));
    assertRefused(() -> db.session().execute(db.session().prepare(statement).bind()));
    assertThat(db.rows("SELECT id FROM %s.t")).hasSize(1);
  }

  /** A function that fails or not by the millisecond, and gives no state if it does not. */
  @Test
  void should_write_the_value_that_it_has_checked() {
    db.run("INSERT INTO %s.t (id, list_) VALUES (3, [0x])");
    String changing =
        "UPDATE %s.t SET list_[0] = bigint_as_blob(1 / (to_unix_timestamp(now()) % 2)) WHERE id = 3";
    for (int i = 0; i < 60; i++) {
      assertThatThrownBy(() -> db.run(changing))
          .hasMessageMatching("(?s).*(not a tdigest state: expected .*|by zero.*)");
    }
    assertThat(db.row("SELECT list_ FROM %s.t WHERE id = 3").getFormattedContents())
        .isEqualTo("[list_:[0x]]");
    db.run("DELETE FROM %s.t WHERE id = 3");
  }

  /** What was let in would stop the node when it replays its commit log. */
  @ParameterizedTest
  @MethodSource("statesBetweenRows")
  void should_refuse_a_state_that_is_not_finished(String family, String rows) {
    String table = "%s." + family;
    db.run(
        "CREATE TABLE "
            + table
            + " (id int PRIMARY KEY, state #, list_ list<#>)"
                .replace("#", StoredStates.type(family)));
    String accumulated = "stats." + rows;
    String appended =
        "stats.%1$s_union(0x00, stats.%1$s_state(%2$s))".formatted(family, accumulated);

    for (String unfinished : List.of(accumulated, appended)) {
      for (String value : List.of("state) VALUES (1, #)", "list_) VALUES (1, [#])")) {
        String write = db.in("INSERT INTO " + table + " (id, " + value.replace("#", unfinished));
        assertThatThrownBy(() -> db.session().execute(write))
            .as(write)
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageContaining(family + " state: expected ");
      }
    }
    db.run(
        "INSERT INTO %s.#1 (id, state) VALUES (1, #2)"
            .replace("#1", family)
            .replace("#2", "stats.%s_state(%s)".formatted(family, appended)));
    assertThat(db.rows("SELECT id FROM " + table)).hasSize(1);
  }

  @Test
  void should_refuse_a_batch_of_the_driver() {
    SimpleStatement write =
        SimpleStatement.newInstance(db.in("INSERT INTO %s.t (id, state) VALUES (2, %s.bad(?))"), 9);

    assertRefused(
        () -> db.session().execute(BatchStatement.newInstance(DefaultBatchType.UNLOGGED, write)));
  }

  @Test
  void should_name_the_function_but_not_show_all_bytes_of_its_result() {
    assertThatThrownBy(() -> db.run("INSERT INTO %s.t (id, state) VALUES (2, %s.bad(40000))"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageStartingWith("not a tdigest state: expected a tdigest<double> image")
        .hasMessageContaining(db.keyspace() + ".bad : (int)")
        .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(300));
  }

  /** Messages of more than 64 kB would cost the client its connection. */
  @ParameterizedTest
  @ValueSource(strings = {"[\"@\"]", "\"0x@\"", "\"@\""})
  void should_not_show_all_of_a_long_value(String json) {
    String value = json.replace("@", "z".repeat(70_000));

    assertThatThrownBy(
            () -> db.rows("INSERT INTO %s.t JSON ?", "{\"id\": 2, \"state\": " + value + "}"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("expected a tdigest state")
        .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(300));
  }

  /** The types of Cassandra are none of our business. */
  @Test
  void should_leave_other_types_as_they_are() {
    db.function(
        "bad_uuid(n int)",
        "RETURNS NULL ON NULL INPUT",
        "'org.apache.cassandra.db.marshal.LexicalUUIDType'",
        "return java.nio.ByteBuffer.wrap(new byte[n]);");

    assertThatThrownBy(() -> db.run("INSERT INTO %s.t (id, data) VALUES (2, %s.bad_uuid(3))"))
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("not a valid value for its declared return type");
  }

  /** Of each family whose final states have a checksum: the call in the example of an aggregate. */
  static Stream<Arguments> statesBetweenRows() {
    Map<String, String> calls = new TreeMap<>();
    for (AnnotatedFunction function : Annotated.functions()) {
      String family = function.family();
      String finish = function.takesRows() ? function.aggregates().get(0).finish() : "none";
      if (finish.equals(family + "_state") && StoredStates.isSealed(family)) {
        String example = function.annotation().examples()[0];
        Matcher call =
            Pattern.compile(function.name() + "\\([^()]*(\\([^()]*\\)[^()]*)*\\)").matcher(example);
        if (call.find()) {
          calls.putIfAbsent(family, call.group());
        }
      }
    }
    return calls.entrySet().stream().map(call -> Arguments.of(call.getKey(), call.getValue()));
  }

  private static void assertRefused(ThrowingCallable statement) {
    assertThatThrownBy(statement)
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("not a tdigest state: expected ");
  }
}
