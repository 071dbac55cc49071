/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** How Cassandra treats the state of an aggregate; the design of our states rests on it. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
class StateFactsIT {
  private static final String SKIPPING = "RETURNS NULL ON NULL INPUT";
  private static final String CALLED = "CALLED ON NULL INPUT";

  private final Scratch db;

  StateFactsIT(Scratch db) {
    this.db = db;
  }

  @BeforeAll
  void fill() {
    db.run(
        "CREATE TABLE %s.rows (p int, at int, value int, PRIMARY KEY (p, at))",
        "INSERT INTO %s.rows (p, at, value) VALUES (1, 1, 10)",
        "INSERT INTO %s.rows (p, at) VALUES (1, 2)",
        "INSERT INTO %s.rows (p, at, value) VALUES (1, 3, 30)",
        "INSERT INTO %s.rows (p, at) VALUES (2, 1)");
    db.function(
        "length(state blob)", CALLED, "int", "return state == null ? -1 : state.remaining();");
  }

  /** The room behind the limit would not survive a conversion to bytes and back. */
  @Test
  void should_hand_the_very_object_from_row_to_row() {
    db.function(
        "room(state blob, value int)",
        SKIPPING,
        "blob",
        """
        if (state.capacity() == 0) {
          ByteBuffer first = ByteBuffer.allocate(16);
          first.limit(4);
          return first;
        }
        state.putInt(0, state.getInt(0) + (state.capacity() == 16 ? 1 : 1000));
        return state;
        """);
    db.run("CREATE AGGREGATE %s.room(int) SFUNC room STYPE blob INITCOND 0x");

    assertThat(db.value("SELECT %s.room(value) FROM %s.rows WHERE p = 1"))
        .isEqualTo(ByteBuffer.allocate(4).putInt(0, 1));
  }

  @Test
  void should_share_the_bytes_of_an_initcond_among_queries() {
    db.function(
        "shared(state blob, value int)",
        SKIPPING,
        "blob",
        "state.putInt(0, state.getInt(0) + value); return state;");
    db.run("CREATE AGGREGATE %s.shared(int) SFUNC shared STYPE blob INITCOND 0x00000000");
    String query = "SELECT %s.shared(value) FROM %s.rows WHERE p = 1";

    assertThat(db.value(query)).isEqualTo(ByteBuffer.allocate(4).putInt(0, 40));
    assertThat(db.value(query)).isEqualTo(ByteBuffer.allocate(4).putInt(0, 80));
  }

  @Test
  void should_share_the_bytes_of_a_literal_among_executions_of_a_prepared_statement() {
    db.function(
        "spoil(state blob)",
        SKIPPING,
        "blob",
        "state.put(0, (byte) (state.get(0) + 1)); return state;");
    PreparedStatement statement =
        db.session().prepare(db.in("SELECT %s.spoil(0x00) FROM system.local"));
    BoundStatement bound = statement.bind();

    assertThat(db.session().execute(bound).one().getByteBuffer(0).get(0)).isEqualTo((byte) 1);
    assertThat(db.session().execute(bound).one().getByteBuffer(0).get(0)).isEqualTo((byte) 2);
  }

  @Test
  void should_show_a_change_in_place_to_the_other_selectors_of_the_row_but_not_to_the_table() {
    db.run(
        "CREATE TABLE %s.stored (k int PRIMARY KEY, state blob)",
        "INSERT INTO %s.stored (k, state) VALUES (1, 0x00)");
    db.function("touch(state blob)", SKIPPING, "blob", "state.put(0, (byte) 7); return state;");

    assertThat(
            db.row("SELECT %s.touch(state), state FROM %s.stored WHERE k = 1")
                .getByteBuffer("state"))
        .isEqualTo(ByteBuffer.wrap(new byte[] {7}));
    assertThat(db.value("SELECT state FROM %s.stored WHERE k = 1"))
        .isEqualTo(ByteBuffer.wrap(new byte[] {0}));
  }

  /** So position 0 has to be part of the test for a buffer that a state function made. */
  @Test
  void should_pass_a_column_of_a_composite_partition_key_as_a_view_with_one_byte_behind_it() {
    db.function(
        "shape(state blob)",
        SKIPPING,
        "text",
        "return state.position() + \" \" + state.limit() + \" \" + state.capacity();");
    db.run(
        "CREATE TABLE %s.keys (a int, b blob, PRIMARY KEY ((a, b)))",
        "INSERT INTO %s.keys (a, b) VALUES (1, 0x01020304)");

    assertThat(db.value("SELECT %s.shape(b) FROM %s.keys")).isEqualTo("9 13 14");
  }

  @Test
  void should_pass_an_empty_initcond_as_an_empty_blob_and_not_as_null() {
    db.function("same(state blob, value int)", SKIPPING, "blob", "return state;");
    db.run("CREATE AGGREGATE %s.empty(int) SFUNC same STYPE blob FINALFUNC length INITCOND 0x");

    assertThat(db.value("SELECT %s.empty(value) FROM %s.rows WHERE p = 1")).isEqualTo(0);
    assertThatThrownBy(() -> db.run("CREATE AGGREGATE %s.none(int) SFUNC same STYPE blob"))
        .hasMessageContaining("without INITCOND")
        .hasMessageContaining("does not accept 'null' arguments");
  }

  @Test
  void should_skip_rows_with_a_null_argument_where_a_state_function_returns_null_on_null_input() {
    db.function(
        "tally(state blob, value int)",
        SKIPPING,
        "blob",
        "ByteBuffer more = ByteBuffer.allocate(state.remaining() + 1); return more;");
    db.run("CREATE AGGREGATE %s.tally(int) SFUNC tally STYPE blob FINALFUNC length INITCOND 0x");

    assertThat(db.value("SELECT %s.tally(value) FROM %s.rows WHERE p = 1")).isEqualTo(2);
    assertThat(db.value("SELECT %s.tally(value) FROM %s.rows WHERE p = 2")).isEqualTo(0);
    assertThat(db.value("SELECT %s.tally(value) FROM %s.rows WHERE p = 3")).isEqualTo(0);
  }

  @Test
  void should_finish_the_initial_state_where_no_rows_are_found() {
    db.function("keep(state blob, value int)", SKIPPING, "blob", "return state;");
    db.run("CREATE AGGREGATE %s.keep(int) SFUNC keep STYPE blob FINALFUNC length INITCOND 0x");

    assertThat(db.value("SELECT %s.keep(value) FROM %s.rows WHERE p = 99")).isEqualTo(0);
  }
}
