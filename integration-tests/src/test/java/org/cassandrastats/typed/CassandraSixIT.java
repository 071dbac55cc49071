/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server jar on Cassandra 6.0: its functions, and its column types also in transactions. */
@Tag("own-node")
@Order(1)
class CassandraSixIT {
  private static final String STATE = "tdigest";
  private static final String TYPE = StoredStates.type("tdigest");

  /** What @ stands for is the value. */
  private static final List<String> WRITES =
      List.of(
          "INSERT INTO %s.t (id, state) VALUES (1, @)",
          "UPDATE %s.t SET state = @ WHERE id = 1",
          "UPDATE %s.t SET state = @ WHERE id = 1 IF state = null",
          "UPDATE %s.t SET list_[0] = @ WHERE id = 1",
          "UPDATE %s.t SET list_[0] = @ WHERE id = 1 IF EXISTS",
          "UPDATE %s.t SET map_[1] = @ WHERE id = 1",
          "BEGIN BATCH INSERT INTO %s.t (id) VALUES (3); UPDATE %s.t SET state = @ WHERE id = 1;"
              + " APPLY BATCH",
          "BEGIN BATCH UPDATE %s.t SET data = 0x01 WHERE id = 1 IF EXISTS; UPDATE %s.t SET state = @"
              + " WHERE id = 1; APPLY BATCH",
          "BEGIN TRANSACTION INSERT INTO %s.t (id, state) VALUES (1, @); COMMIT TRANSACTION",
          "BEGIN TRANSACTION INSERT INTO %s.t (id) VALUES (3); UPDATE %s.t SET state = @ WHERE id ="
              + " 1; COMMIT TRANSACTION",
          "BEGIN TRANSACTION LET seen = (SELECT id FROM %s.t WHERE id = 2); IF seen.id = 2 THEN"
              + " UPDATE %s.t SET state = @ WHERE id = 1; END IF COMMIT TRANSACTION",
          "BEGIN TRANSACTION UPDATE %s.t SET list_[0] = @ WHERE id = 1; COMMIT TRANSACTION",
          "BEGIN TRANSACTION UPDATE %s.t SET map_[1] = @ WHERE id = 1; COMMIT TRANSACTION");

  /** As above; Cassandra takes no bound values within collections. */
  private static final List<String> WRITES_OF_LITERALS =
      List.of(
          "UPDATE %s.t SET list_ = list_ + [@] WHERE id = 1",
          "UPDATE %s.t SET list_ = [@] + list_ WHERE id = 1 IF EXISTS",
          "BEGIN TRANSACTION UPDATE %s.t SET list_ = [@] WHERE id = 1; COMMIT TRANSACTION",
          "BEGIN TRANSACTION UPDATE %s.t SET list_ += [@] WHERE id = 1; COMMIT TRANSACTION",
          "BEGIN TRANSACTION UPDATE %s.t SET set_ += {@} WHERE id = 1; COMMIT TRANSACTION");

  private static LiveNode node;
  private static Scratch db;

  /** With a consistency level that transactions know, other than the one of the driver. */
  private static List<Row> execute(SimpleStatement statement) {
    return node.session()
        .execute(statement.setConsistencyLevel(DefaultConsistencyLevel.QUORUM))
        .all();
  }

  private static List<Row> run(String statement) {
    return execute(SimpleStatement.newInstance(db.in(statement)));
  }

  @BeforeAll
  static void start() {
    node =
        LiveNode.start(
            TypedNodeExtension.settings()
                .version(CassandraVersion.parse("6.0-alpha2"))
                .udfsEnabled(true)
                .yaml("accord.enabled", true)
                .yaml("dynamic_data_masking_enabled", true)
                .build());
    db = node.scratch("it_six");
    db.run(
        "CREATE TABLE %s.t (id int PRIMARY KEY, data blob, state #, list_ list<#>, map_ map<int, #>, set_ set<#>) WITH transactional_mode = 'full'"
            .replace("#", TYPE),
        "CREATE TYPE %s.owner (number int, digest #)".replace("#", TYPE),
        ("CREATE TABLE %s.keys (id int, at int, number int, data blob, set_ set<#>,"
                + " map_ map<#, int>, shared map<#, int> static, owners map<frozen<owner>, int>,"
                + " tuples map<frozen<tuple<int, #>>, int>, PRIMARY KEY (id, at))"
                + " WITH transactional_mode = 'mixed_reads'")
            .replace("#", TYPE),
        "CREATE TABLE %s.points (id int, at timestamp, value double, PRIMARY KEY (id, at))");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @BeforeEach
  void writeRows() {
    run("DELETE FROM %s.t WHERE id IN (1, 3)");
    run("INSERT INTO %s.t (id, list_) VALUES (1, [0x])");
    run("INSERT INTO %s.t (id, data, state) VALUES (2, 0x00, " + StoredStates.hex(STATE) + ")");
  }

  @Test
  void should_give_the_answers_of_the_examples() {
    KnownAnswers.assertRight(node.session(), "stats");
  }

  @Test
  void should_aggregate_rows_and_groups() {
    CqlSession session = node.session();
    PreparedStatement insert =
        session.prepare(db.in("INSERT INTO %s.points (id, at, value) VALUES (1, ?, ?)"));
    for (int at = 0; at < 1000; at++) {
      session.execute(insert.bind(Instant.ofEpochSecond(at), (double) at));
    }

    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                        db.in(
                            "SELECT stats.mean(value), stats.tdigest_quantile(stats.tdigest(value), 0.5),"
                                + " count(value), avg(value) FROM %s.points WHERE id = 1"))
                    .setPageSize(100))
            .one();
    assertThat(row.getDouble(0)).isEqualTo(499.5).isEqualTo(row.getDouble(3));
    assertThat(row.getDouble(1)).isCloseTo(499.5, within(1.0));
    assertThat(row.getLong(2)).isEqualTo(1000);

    assertThat(
            db.rows(
                "SELECT at, stats.mean(value) AS mean FROM %s.points WHERE id = 1"
                    + " GROUP BY id, stats.time_bucket('5m', at)"))
        .extracting(group -> group.getDouble("mean"))
        .containsExactly(149.5, 449.5, 749.5, 949.5);
  }

  @Test
  void should_say_what_it_does_when_the_node_starts() throws IOException {
    assertThat(Files.readAllLines(node.node().log()))
        .filteredOn(line -> line.contains(" - cassandra-stats"))
        .hasSize(2)
        .allMatch(line -> line.startsWith("INFO"))
        .anyMatch(line -> line.contains(" aggregates answer as stats.*"))
        .anyMatch(line -> line.contains("aggregations are read as Cassandra 6.0-alpha2 itself"));
  }

  @ParameterizedTest
  @EnumSource
  void should_write_states_and_nothing_else(ValueForm form) {
    List<String> writes = new ArrayList<>(WRITES);
    if (!form.isBound()) {
      writes.addAll(WRITES_OF_LITERALS);
    }
    for (String write : writes) {
      writeRows();
      String before = contents();
      SimpleStatement wrong = form.statement(db.in(write), StoredStates.damaged(STATE));
      assertThatThrownBy(() -> execute(wrong))
          .as("%s, %s", write, form)
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageMatching("(?s).*not a tdigest state: expected .*, found .*");
      assertThat(contents()).as("%s, %s", write, form).isEqualTo(before);

      execute(form.statement(db.in(write), StoredStates.state(STATE)));
      assertThat(contents())
          .as("%s, %s", write, form)
          .contains(StoredStates.hex(STATE).substring(2));
    }
  }

  private static String contents() {
    List<Row> rows = run("SELECT * FROM %s.t WHERE id IN (1, 3)");
    return rows.stream().map(Row::getFormattedContents).toList().toString();
  }

  /** A function that fails or not by the millisecond, and gives no state if it does not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE %s.t SET list_[0] = @ WHERE id = 1",
        "UPDATE %s.t SET list_[0] = @ WHERE id = 1 IF EXISTS",
        "UPDATE %s.t SET list_ = list_ + [@] WHERE id = 1",
        "UPDATE %s.t SET list_ = [@] WHERE id = 1",
        "BEGIN TRANSACTION UPDATE %s.t SET list_[0] = @ WHERE id = 1; COMMIT TRANSACTION",
        "BEGIN TRANSACTION UPDATE %s.t SET list_ += [@] WHERE id = 1; COMMIT TRANSACTION",
        "BEGIN TRANSACTION LET other = (SELECT state FROM %s.t WHERE id = 2); UPDATE %s.t SET"
            + " list_[0] = @, state = other.state WHERE id = 1; COMMIT TRANSACTION",
        "BEGIN TRANSACTION LET other = (SELECT number FROM %s.keys WHERE id = 2 AND at = 2); UPDATE"
            + " %s.keys SET map_[@] = other.number WHERE id = 2 AND at = 2; COMMIT TRANSACTION"
      })
  void should_write_the_value_that_it_has_checked(String write) {
    String changing = write.replace("@", "bigint_as_blob(1 / (to_unix_timestamp(now()) % 2))");
    String before = contents();
    for (int i = 0; i < 60; i++) {
      assertThatThrownBy(() -> run(changing))
          .hasMessageMatching("(?s).*(not a tdigest state: expected .*|by zero.*)");
    }
    assertThat(contents()).isEqualTo(before);
    assertThat(run("SELECT map_ FROM %s.keys WHERE id = 2")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "map_[@] = other.number",
        "shared[@] = other.number, data = 0x",
        "owners[{number: 1, digest: @}] = other.number",
        "tuples[(1, @)] = other.number"
      })
  void should_check_the_key_at_which_a_copy_is_put(String set) {
    run("INSERT INTO %s.keys (id, at, number) VALUES (1, 1, 7)");
    String copy =
        "BEGIN TRANSACTION LET other = (SELECT number FROM %s.keys WHERE id = 1 AND at = 1); UPDATE"
            + " %s.keys SET # WHERE id = 1 AND at = 1; COMMIT TRANSACTION";
    for (String wrong : List.of("0x80", "text_as_blob('x')")) {
      assertThatThrownBy(() -> run(copy.replace("#", set.replace("@", wrong))))
          .as(wrong)
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("not a tdigest state");
    }

    run(copy.replace("#", set.replace("@", StoredStates.hex(STATE))));
    assertThat(run("SELECT JSON * FROM %s.keys WHERE id = 1").get(0).getString(0))
        .contains("tdigest count=")
        .doesNotContain("not a tdigest state");
  }

  /** A node would not start that has them in its commit log. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE %s.keys SET set_ = set_ - {0x80} WHERE id = 3 AND at = 3",
        "UPDATE %s.keys SET map_ = map_ - {text_as_blob('x')} WHERE id = 3 AND at = 3",
        "UPDATE %s.keys SET map_[0x80] = null WHERE id = 3 AND at = 3",
        "DELETE map_[0x80] FROM %s.keys WHERE id = 3 AND at = 3",
        "DELETE map_[0x80] FROM %s.keys WHERE id = 3 AND at = 3 IF EXISTS",
        "BEGIN TRANSACTION UPDATE %s.keys SET set_ -= {0x80} WHERE id = 3 AND at = 3; COMMIT"
            + " TRANSACTION",
        "BEGIN TRANSACTION DELETE map_[0x80] FROM %s.keys WHERE id = 3 AND at = 3; COMMIT"
            + " TRANSACTION"
      })
  void should_refuse_to_remove_a_key_that_is_no_state(String removal) {
    run("INSERT INTO %s.keys (id, at) VALUES (3, 3)");
    assertThatThrownBy(() -> run(removal))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("not a tdigest state");
  }

  @Test
  void should_not_take_a_wrong_result_of_a_function_for_a_failure_of_its_own() throws IOException {
    WrongFunctions.create(db, TYPE);
    for (String set :
        List.of("list_ = list_ + %s.bad_list(9)", "list_[0] = %s.bad(9)", "state = %s.bad(9)")) {
      for (String write :
          List.of(
              "UPDATE %s.t SET # WHERE id = 1",
              "UPDATE %s.t SET # WHERE id = 1 IF EXISTS",
              "BEGIN TRANSACTION UPDATE %s.t SET # WHERE id = 1; COMMIT TRANSACTION")) {
        assertThatThrownBy(() -> run(write.replace("#", set)))
            .as("%s in %s", set, write)
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageContaining("not a tdigest state");
      }
    }
    assertThat(Files.readString(node.node().log())).doesNotContain("cassandra-stats cannot");
  }

  @Test
  void should_count_each_refused_write_once() {
    NodeJmx jmx = new NodeJmx(node.node());
    for (String write :
        List.of(
            "UPDATE %s.t SET list_[0] = 0x80 WHERE id = 1",
            "UPDATE %s.t SET list_[0] = text_as_blob('x') WHERE id = 1 IF EXISTS",
            "UPDATE %s.t SET list_ = list_ + [text_as_blob('x')] WHERE id = 1",
            "BEGIN TRANSACTION UPDATE %s.t SET list_[0] = 0x80 WHERE id = 1; COMMIT TRANSACTION",
            "BEGIN TRANSACTION LET other = (SELECT data FROM %s.t WHERE id = 2); UPDATE %s.t SET"
                + " state = other.data WHERE id = 1; COMMIT TRANSACTION")) {
      long before = jmx.refusedWrites();
      assertThatThrownBy(() -> run(write)).isInstanceOf(InvalidQueryException.class);
      assertThat(jmx.refusedWrites()).as(write).isEqualTo(before + 1);
    }
  }

  @Test
  void should_copy_a_state_within_a_transaction_from_a_column_of_the_same_type_only() {
    String copy =
        "BEGIN TRANSACTION LET other = (SELECT # FROM %s.t WHERE id = 2); UPDATE %s.t SET state ="
            + " other.# WHERE id = 1; COMMIT TRANSACTION";

    assertThatThrownBy(() -> run(copy.replace("#", "data")))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("Column state cannot be set from column data within a transaction")
        .hasMessageContaining("found blob");
    assertThat(contents()).doesNotContain(StoredStates.hex(STATE).substring(2));

    run(copy.replace("#", "state"));
    assertThat(contents()).contains(StoredStates.hex(STATE).substring(2));
  }

  /** Cassandra would fail on every replica, and could read neither row afterwards. */
  @Test
  void should_refuse_a_copy_of_other_bytes_into_a_field() {
    db.run(
        "CREATE TYPE %s.pair (number int, digest #)".replace("#", TYPE),
        "CREATE TABLE %s.pairs (id int PRIMARY KEY, data blob, state #, pair pair) WITH transactional_mode = 'full'"
            .replace("#", TYPE));
    run("INSERT INTO %s.pairs (id, data, state) VALUES (2, 0x80, " + StoredStates.hex(STATE) + ")");
    run("INSERT INTO %s.pairs (id, pair) VALUES (1, {number: 1})");
    String copy =
        "BEGIN TRANSACTION LET other = (SELECT data, state FROM %s.pairs WHERE id = 2);"
            + " UPDATE %s.pairs SET pair.digest = other.# WHERE id = 1; COMMIT TRANSACTION";

    assertThatThrownBy(() -> run(copy.replace("#", "data")))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("Column pair cannot be set from column data within a transaction");

    run(copy.replace("#", "state"));
    assertThat(run("SELECT JSON pair FROM %s.pairs WHERE id = 1").get(0).getString(0))
        .contains("tdigest count=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE %s.keyed (id # PRIMARY KEY)",
        "CREATE TABLE %s.keyed (id int, at frozen<list<#>>, PRIMARY KEY (id, at))",
        "CREATE INDEX ON %s.t (state)"
      })
  void should_refuse_keys_and_indexes(String statement) {
    assertThatThrownBy(() -> db.run(statement.replace("#", TYPE)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("cannot be part of ");
  }

  @Test
  void should_refuse_the_name_of_a_dropped_column_of_another_type() {
    db.run(
        "CREATE TABLE %s.dropped (id int PRIMARY KEY, state blob)",
        "ALTER TABLE %s.dropped DROP state");

    assertThatThrownBy(() -> db.run("ALTER TABLE %s.dropped ADD state " + TYPE))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("a dropped column of that name has type blob");
    db.run("ALTER TABLE %s.dropped ADD other " + TYPE);
  }

  /** Otherwise the change would be agreed on, and no node could make it, nor any after it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE %s.t ALTER state MASKED WITH mask_replace(0x80)",
        "ALTER TABLE %s.t ADD more # MASKED WITH mask_replace(0x80)",
        "CREATE TABLE %s.masked (id int PRIMARY KEY, state # MASKED WITH mask_replace(0x80))"
      })
  void should_refuse_a_mask_that_is_no_state(String statement) {
    assertThatThrownBy(() -> db.run(statement.replace("#", TYPE)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("Invalid mask of column")
        .hasMessageContaining("not a tdigest state: expected ");
    db.run(
        "CREATE TABLE %s.right (id int PRIMARY KEY, state # MASKED WITH mask_replace(0x))"
            .replace("#", TYPE),
        "DROP TABLE %s.right");
  }

  @Test
  void should_show_a_state_in_json() {
    assertThat(run("SELECT JSON state FROM %s.t WHERE id = 2").get(0).getString(0))
        .contains("tdigest count=");
    run("INSERT INTO %s.t JSON '{\"id\": 3, \"state\": \"" + StoredStates.hex(STATE) + "\"}'");
    assertThat(contents()).contains(StoredStates.hex(STATE).substring(2));
    assertThatThrownBy(() -> run("INSERT INTO %s.t JSON '{\"id\": 3, \"state\": \"0x00\"}'"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("not a tdigest state");
  }
}
