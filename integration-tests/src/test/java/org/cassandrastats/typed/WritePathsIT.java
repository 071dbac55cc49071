/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.List;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every statement that writes a value writes a state, and refuses what is none. */
@TypedNodeTest
class WritePathsIT {
  /** What @ stands for is the value, what $ stands for a partition with a row at 5. */
  private static final List<String> WRITES =
      List.of(
          "INSERT INTO %s.t (id, at, state) VALUES ($, 1, @)",
          "INSERT INTO %s.t (id, at, state) VALUES ($, 1, @) USING TIMESTAMP 5 AND TTL 1000",
          "INSERT INTO %s.t (id, at, state) VALUES ($, 1, @) IF NOT EXISTS",
          "UPDATE %s.t SET state = @ WHERE id = $ AND at = 1",
          "UPDATE %s.t USING TTL 1000 SET state = @ WHERE id = $ AND at = 1",
          "UPDATE %s.t SET state = @ WHERE id = $ AND at = 1 IF state = null",
          "UPDATE %s.t SET state = @ WHERE id = $ AND at = 5 IF EXISTS",
          "UPDATE %s.t SET state = @ WHERE id = $ AND at IN (1, 2)",
          "BEGIN BATCH INSERT INTO %s.t (id, at) VALUES ($, 0); INSERT INTO %s.t (id, at, state)"
              + " VALUES ($, 1, @); APPLY BATCH",
          "BEGIN UNLOGGED BATCH INSERT INTO %s.t (id, at) VALUES ($, 0); UPDATE %s.t SET state = @"
              + " WHERE id = $ AND at = 1; APPLY BATCH",
          "BEGIN BATCH INSERT INTO %s.t (id, at) VALUES ($, 0) IF NOT EXISTS; INSERT INTO %s.t (id,"
              + " at, state) VALUES ($, 1, @); APPLY BATCH",
          "INSERT INTO %s.t (id, shared) VALUES ($, @)",
          "UPDATE %s.t SET shared = @ WHERE id = $",
          "UPDATE %s.t SET list_[0] = @ WHERE id = $ AND at = 5",
          "UPDATE %s.t SET map_[1] = @ WHERE id = $ AND at = 1",
          "UPDATE %s.t SET keys_[@] = 1 WHERE id = $ AND at = 1",
          "UPDATE %s.t SET user_ = {n: 1, state: @} WHERE id = $ AND at = 1",
          "UPDATE %s.t SET user_.state = @ WHERE id = $ AND at = 1",
          "UPDATE %s.t SET frozen_user = {n: 1, state: @} WHERE id = $ AND at = 1",
          "UPDATE %s.t SET tuple_ = (1, @) WHERE id = $ AND at = 1");

  /** As above; Cassandra takes no bound values within collections. */
  private static final List<String> WRITES_OF_LITERALS =
      List.of(
          "INSERT INTO %s.t (id, at, list_) VALUES ($, 1, [@])",
          "UPDATE %s.t SET list_ = [0x, @] WHERE id = $ AND at = 1",
          "UPDATE %s.t SET list_ = list_ + [@] WHERE id = $ AND at = 1",
          "UPDATE %s.t SET list_ = [@] + list_ WHERE id = $ AND at = 1",
          "UPDATE %s.t SET map_ = {1: @} WHERE id = $ AND at = 1",
          "UPDATE %s.t SET keys_ = {@: 1} WHERE id = $ AND at = 1",
          "UPDATE %s.t SET set_ = {@} WHERE id = $ AND at = 1",
          "UPDATE %s.t SET set_ = set_ + {@} WHERE id = $ AND at = 1",
          "UPDATE %s.t SET frozen_list = [@] WHERE id = $ AND at = 1",
          "UPDATE %s.t SET nested = [{1: (1, @)}] WHERE id = $ AND at = 1");

  private final Scratch db;

  WritePathsIT(Scratch db) {
    this.db = db;
  }

  static List<String> states() {
    return StoredStates.names();
  }

  private void createTable(String state) {
    String type = StoredStates.type(state);
    db.run(
        "DROP TABLE IF EXISTS %s.t",
        "DROP TYPE IF EXISTS %s.pair",
        "CREATE TYPE %s.pair (n int, state " + type + ")",
        ("CREATE TABLE %s.t (id int, at int, state #, shared # static, list_ list<#>, map_"
                + " map<int, #>, keys_ map<#, int>, set_ set<#>, user_ pair, frozen_list"
                + " frozen<list<#>>, frozen_user frozen<pair>, tuple_ tuple<int, #>, nested"
                + " list<frozen<map<int, frozen<tuple<int, #>>>>>, PRIMARY KEY (id, at))")
            .replace("#", type));
  }

  @ParameterizedTest
  @MethodSource("states")
  void should_write_states_and_nothing_else(String name) {
    createTable(name);
    int id = 0;
    for (String write : WRITES) {
      for (ValueForm form : ValueForm.values()) {
        assertChecked(write, form, name, ++id);
      }
    }
    for (String write : WRITES_OF_LITERALS) {
      for (ValueForm form : ValueForm.values()) {
        if (!form.isBound()) {
          assertChecked(write, form, name, ++id);
        }
      }
    }
    // As a string it is refused at any rate: Cassandra takes the map for one of strings.
    assertChecked(
        "UPDATE %s.t SET map_ = map_ + {1: @} WHERE id = $ AND at = 1",
        ValueForm.HEX_LITERAL, name, ++id);
    assertThat(db.rows("SELECT DISTINCT id FROM %s.t")).hasSize(id);
  }

  private void assertChecked(String write, ValueForm form, String name, int id) {
    String template = db.in(write).replace("$", Integer.toString(id));
    String query = "SELECT * FROM %s.t WHERE id = " + id;
    db.rows("INSERT INTO %s.t (id, at, list_) VALUES (?, 5, [0x])", id);
    List<String> before = contents(query);

    assertThatThrownBy(
            () -> db.session().execute(form.statement(template, StoredStates.damaged(name))))
        .as("%s, %s", write, form)
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageMatching(
            "(?s).*not an? [a-z_]+ state: expected .*, found .*|Value for a map addition .*");
    assertThat(contents(query)).as("%s, %s", write, form).isEqualTo(before);

    db.session().execute(form.statement(template, StoredStates.state(name)));
    assertThat(contents(query).toString())
        .as("%s, %s", write, form)
        .contains(StoredStates.hex(name).substring(2));
  }

  private List<String> contents(String query) {
    return db.rows(query).stream().map(Row::getFormattedContents).toList();
  }
}
