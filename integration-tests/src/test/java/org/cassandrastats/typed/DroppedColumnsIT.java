/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.regex.Pattern;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cells of a dropped column that were written later than the drop, by their write times, are read
 * again once the column is added. A typed column takes them only from one of its own type.
 */
@TypedNodeTest
class DroppedColumnsIT {
  private static final String TYPE = StoredStates.type("tdigest");

  private final Scratch db;

  DroppedColumnsIT(Scratch db) {
    this.db = db;
  }

  @BeforeEach
  void dropTable() {
    db.run("DROP TABLE IF EXISTS %s.t");
  }

  /** With # for the type of a state; the value is of the same type with blob for it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# | 0x80",
        "list<#> | [0x80]",
        "frozen<list<#>> | [0x80]",
        "map<int, #> | {1: 0x80}",
        "tuple<int, #> | (1, 0x80)",
        "list<frozen<tuple<int, #>>> | [(1, 0x80)]",
        "map<int, frozen<tuple<int, #>>> | {1: (1, 0x80)}",
        "tuple<frozen<list<#>>> | ([0x80])"
      })
  void should_not_be_added_where_a_column_of_blobs_was_dropped(String type, String value) {
    db.run(
        "CREATE TABLE %s.t (id int PRIMARY KEY, n int, state " + type.replace("#", "blob") + ")",
        "INSERT INTO %s.t (id, state) VALUES (1, " + value + ") USING TIMESTAMP 9000000000000000",
        "ALTER TABLE %s.t DROP state");
    for (String add :
        new String[] {"ADD state @", "ADD IF NOT EXISTS state @", "ADD (other int, state @)"}) {
      String statement = db.in("ALTER TABLE %s.t " + add.replace("@", type.replace("#", TYPE)));

      assertThatThrownBy(() -> db.session().execute(statement))
          .as(statement)
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("Column state of type ")
          .hasMessageContaining(" cannot be added to " + db.keyspace() + ".t")
          .hasMessageContaining("dropped column of that name has type ")
          .hasMessageContaining("use another name");
    }
    db.run("ALTER TABLE %s.t ADD state " + type.replace("#", "blob"));
    assertThat(db.rows("SELECT state FROM %s.t")).hasSize(1);
  }

  @Test
  void should_not_be_added_by_way_of_a_blob() {
    db.run(
        "CREATE TABLE %s.t (id int PRIMARY KEY, state " + TYPE + ")",
        "ALTER TABLE %s.t DROP state",
        "ALTER TABLE %s.t ADD state blob",
        "ALTER TABLE %s.t DROP state USING TIMESTAMP 1");

    for (String state : StoredStates.names()) {
      assertThatThrownBy(() -> db.run("ALTER TABLE %s.t ADD state " + StoredStates.type(state)))
          .as(state)
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("has type blob");
    }
  }

  @Test
  void should_be_added_again_with_the_same_type() {
    db.run(
        "CREATE TABLE %s.t (id int, at int, state #, list_ list<#>, tuple_ tuple<int, #>, shared #"
                .replace("#", TYPE)
            + " static, data blob, PRIMARY KEY (id, at))",
        "INSERT INTO %s.t (id, at, state) VALUES (1, 1, 0x) USING TIMESTAMP 9000000000000000",
        "ALTER TABLE %s.t DROP (state, list_, tuple_, shared, data)",
        "ALTER TABLE %s.t ADD (state #, list_ list<#>, tuple_ tuple<int, #>)".replace("#", TYPE),
        "ALTER TABLE %s.t ADD shared " + TYPE + " static",
        "ALTER TABLE %s.t ADD other " + TYPE,
        "ALTER TABLE %s.t ADD data blob",
        "ALTER TABLE %s.t WITH comment = 'as before'");

    assertThat(db.row("SELECT state FROM %s.t").getByteBuffer(0).remaining()).isZero();
  }

  /** As {@code DESCRIBE} prints a table whose column was dropped and added again. */
  @Test
  void should_be_restored_from_a_description() {
    db.run(
        "CREATE TABLE %s.t (id int PRIMARY KEY, state " + TYPE + ")",
        "ALTER TABLE %s.t DROP state USING TIMESTAMP 1700000000000000",
        "ALTER TABLE %s.t ADD state " + TYPE);
    String description = db.row("DESCRIBE TABLE %s.t WITH INTERNALS").getString("create_statement");

    assertThat(description).contains("DROP state USING TIMESTAMP");
    db.run("DROP TABLE %s.t");
    Pattern.compile(";\\s*").splitAsStream(description).forEach(statement -> db.run(statement));
    db.run("INSERT INTO %s.t (id, state) VALUES (1, " + StoredStates.hex("tdigest") + ")");
  }
}
