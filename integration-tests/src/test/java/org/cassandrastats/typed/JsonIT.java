/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** States in JSON can be read by people, and what is read can be written again. */
@TypedNodeTest
class JsonIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Scratch db;

  JsonIT(Scratch db) {
    this.db = db;
  }

  static List<String> states() {
    return StoredStates.names();
  }

  private void createTable(String name) {
    db.run(
        "DROP TABLE IF EXISTS %s.t",
        "CREATE TABLE %s.t (id int PRIMARY KEY, state #, map_ map<int, #>, keys_ map<#, int>)"
            .replace("#", StoredStates.type(name)));
  }

  @ParameterizedTest
  @MethodSource("states")
  void should_show_a_state_in_words_and_write_it_back(String name) throws IOException {
    createTable(name);
    ByteBuffer state = StoredStates.buffer(name);
    String hex = StoredStates.hex(name);
    db.run(
        "INSERT INTO %s.t (id, state, map_, keys_) VALUES (1, @, {7: @}, {@: 7})".replace("@", hex),
        "INSERT INTO %s.t (id) VALUES (2)",
        "INSERT INTO %s.t (id, state) VALUES (3, 0x)");

    String family = db.row("SELECT to_json(state) FROM %s.t WHERE id = 1").getString(0);
    JsonNode shown = JSON.readTree(family);
    assertThat(shown.fieldNames()).toIterable().containsExactly("text", "state");
    assertThat(shown.get("text").textValue()).containsPattern(" [a-z]+=\\d");
    assertThat(shown.get("state").textValue()).isEqualTo(hex);

    String row = db.row("SELECT JSON * FROM %s.t WHERE id = 1").getString(0);
    assertThat(JSON.readTree(row).get("state")).isEqualTo(shown);
    assertThat(JSON.readTree(row).get("map_").get("7")).isEqualTo(shown);

    db.run("TRUNCATE %s.t");
    db.rows("INSERT INTO %s.t JSON ?", row);
    Row written = db.row("SELECT * FROM %s.t");
    assertThat(written.getByteBuffer("state")).isEqualTo(state);
    assertThat(written.getMap("map_", Integer.class, ByteBuffer.class)).containsValue(state);
    assertThat(written.getMap("keys_", ByteBuffer.class, Integer.class)).containsKey(state);

    db.run("INSERT INTO %s.t JSON '" + row.replace("'", "''") + "'");
    assertThat(db.row("SELECT JSON * FROM %s.t").getString(0)).isEqualTo(row);
  }

  @ParameterizedTest
  @MethodSource("states")
  void should_show_what_is_missing_or_of_no_rows(String name) {
    createTable(name);
    db.run(
        "INSERT INTO %s.t (id) VALUES (2)",
        "INSERT INTO %s.t JSON '{\"id\": 3, \"state\": \"0x\"}'",
        "INSERT INTO %s.t JSON '{\"id\": 3, \"map_\": null}' DEFAULT UNSET");

    assertThat(db.value("SELECT to_json(state) FROM %s.t WHERE id = 2")).isEqualTo("null");
    assertThat(db.value("SELECT to_json(state) FROM %s.t WHERE id = 3"))
        .isEqualTo("{\"text\": null, \"state\": \"0x\"}");
  }

  @ParameterizedTest
  @MethodSource("states")
  void should_refuse_json_that_is_no_state_and_write_nothing(String name) {
    createTable(name);
    String damaged = StoredStates.hex(StoredStates.damaged(name));
    for (String value :
        List.of(
            "\"" + damaged + "\"",
            "{\"text\": \"fine\", \"state\": \"" + damaged + "\"}",
            "{\"text\": \"fine\"}",
            "5")) {
      String row = "{\"id\": 1, \"state\": " + value + "}";
      String nested = "{\"id\": 1, \"map_\": {\"1\": " + value + "}}";
      for (String json : List.of(row, nested)) {
        assertRefused("INSERT INTO %s.t JSON '" + json + "'");
        assertRefused("INSERT INTO %s.t JSON ?", json);
        assertRefused("INSERT INTO %s.t JSON ? IF NOT EXISTS", json);
        assertRefused(
            "BEGIN BATCH INSERT INTO %s.t (id) VALUES (9); INSERT INTO %s.t JSON ?; APPLY BATCH",
            json);
      }
      assertThatThrownBy(
              () -> db.rows("INSERT INTO %s.t (id, state) VALUES (1, from_json(?))", value))
          .isInstanceOf(FunctionFailureException.class)
          .hasMessageContaining(" state");
      assertThat(db.rows("SELECT id FROM %s.t")).isEmpty();
    }
    db.rows(
        "INSERT INTO %s.t (id, state) VALUES (1, from_json(?))",
        "\"" + StoredStates.hex(name) + "\"");
    assertThat(db.row("SELECT state FROM %s.t").getByteBuffer(0))
        .isEqualTo(StoredStates.buffer(name));
  }

  private void assertRefused(String cql, Object... values) {
    assertThatThrownBy(() -> db.rows(cql, values))
        .as(cql)
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining(" state")
        .hasMessageContaining("expected");
    assertThat(db.rows("SELECT id FROM %s.t")).as(cql).isEmpty();
  }
}
