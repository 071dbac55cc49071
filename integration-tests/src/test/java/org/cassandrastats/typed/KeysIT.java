/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No primary key and no index has a state in it, however the column came by its type. */
@TypedNodeTest
class KeysIT {
  private static final String TYPE = "'org.cassandrastats.types.TdigestType'";

  private final Scratch db;

  KeysIT(Scratch db) {
    this.db = db;
    db.run(
        "CREATE TYPE %s.pair (n int, state " + TYPE + ")",
        "CREATE TYPE %s.grows (n int)",
        "CREATE TABLE %s.by_user_type (id int, key frozen<grows>, PRIMARY KEY (id, key))",
        "CREATE TABLE %s.plain (id int PRIMARY KEY, state #, list_ list<#>, map_ map<int, #>,"
                .replace("#", TYPE)
            + " set_ frozen<set<#>>, user_ frozen<pair>, n int)".replace("#", TYPE));
  }

  /** With # for a state type. */
  static List<String> keys() {
    List<String> tables = new ArrayList<>();
    for (String type :
        List.of(
            "#",
            "frozen<list<#>>",
            "frozen<set<#>>",
            "frozen<map<#, int>>",
            "frozen<map<int, #>>",
            "tuple<int, #>",
            "frozen<pair>",
            "frozen<list<tuple<int, frozen<pair>>>>",
            "vector<#, 2>")) {
      for (String key :
          List.of(
              "key @ PRIMARY KEY",
              "id int, key @, PRIMARY KEY (id, key)",
              "id int, key @, PRIMARY KEY ((id, key))",
              "id int, key @, n int, PRIMARY KEY (id, key, n)")) {
        tables.add("CREATE TABLE %s.refused (" + key.replace("@", type) + ")");
      }
      tables.add(
          "CREATE TABLE IF NOT EXISTS %s.refused (id int, key @, PRIMARY KEY (id, key)) WITH"
                  .replace("@", type)
              + " CLUSTERING ORDER BY (key DESC)");
    }
    return tables;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void should_refuse_a_primary_key(String create) {
    String statement = db.in(create.replace("#", TYPE));

    assertThatThrownBy(() -> db.session().execute(statement))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("cannot be part of")
        .hasMessageContaining("PRIMARY KEY")
        .hasMessageContaining("states have no order");
    assertThat(tables()).doesNotContain("refused");
  }

  @Test
  void should_name_column_type_and_table() {
    assertThatThrownBy(
            () -> db.run("CREATE TABLE %s.refused (\"Key\" tuple<int, " + TYPE + "> PRIMARY KEY)"))
        .hasMessageContaining("Column \"Key\" of type frozen<tuple<int, " + TYPE + ">> cannot")
        .hasMessageContaining("the PRIMARY KEY of " + db.keyspace() + ".refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE INDEX ON %s.plain (state)",
        "CREATE INDEX refused ON %s.plain (list_)",
        "CREATE INDEX refused ON %s.plain (VALUES(map_))",
        "CREATE INDEX refused ON %s.plain (ENTRIES(map_))",
        "CREATE INDEX refused ON %s.plain (FULL(set_))",
        "CREATE INDEX refused ON %s.plain (user_)",
        "CREATE INDEX refused ON %s.plain (user_) USING 'sai'"
      })
  void should_refuse_an_index(String create) {
    assertThatThrownBy(() -> db.run(create))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("cannot be part of index")
        .hasMessageContaining(db.keyspace() + ".plain");
    assertThat(db.rows("SELECT * FROM system_schema.indexes WHERE keyspace_name = '%s'")).isEmpty();
  }

  /** Storage-attached indexes know the types that they take. */
  @Test
  void should_refuse_a_storage_attached_index() {
    assertThatThrownBy(() -> db.run("CREATE INDEX refused ON %s.plain (state) USING 'sai'"))
        .isInstanceOf(InvalidQueryException.class);
  }

  @Test
  void should_refuse_a_state_in_a_user_type_that_is_in_a_key() {
    assertThatThrownBy(() -> db.run("ALTER TYPE %s.grows ADD state " + TYPE))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("cannot be part of the PRIMARY KEY of")
        .hasMessageContaining("by_user_type");

    db.run("ALTER TYPE %s.grows ADD more int", "ALTER TYPE %s.pair ADD more " + TYPE);
  }

  @Test
  void should_leave_other_tables_and_errors_as_they_are() {
    db.run(
        "CREATE TABLE %s.other (id int, at int, data blob, PRIMARY KEY (id, at)) WITH CLUSTERING"
            + " ORDER BY (at DESC)",
        "CREATE TABLE IF NOT EXISTS %s.other (id int PRIMARY KEY)",
        "CREATE INDEX ON %s.other (data)",
        "CREATE INDEX ON %s.plain (n)",
        "DROP INDEX %s.plain_n_idx",
        "DROP TABLE %s.other");
    assertThatThrownBy(() -> db.run("CREATE TABLE nowhere.t (id int PRIMARY KEY)"))
        .hasMessageContaining("Keyspace 'nowhere' doesn't exist");
    assertThatThrownBy(() -> db.run("CREATE TABLE %s.t (id int, PRIMARY KEY (other))"))
        .hasMessageContaining("Unknown column 'other'");
    assertThatThrownBy(() -> db.run("CREATE INDEX ON %s.plain (nothing)"))
        .hasMessageContaining("Undefined column name nothing");
  }

  private List<String> tables() {
    return db
        .rows("SELECT table_name FROM system_schema.tables WHERE keyspace_name = '%s'")
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
