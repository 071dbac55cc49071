/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real cqlsh does with tables that have typed columns, and what docs say it does. */
@TypedNodeTest
class CqlshIT {
  private final Scratch db;
  private final Cqlsh cqlsh;

  CqlshIT(Scratch db) {
    this.db = db;
    this.cqlsh = Cqlsh.of(db.node().node());
  }

  /** One short and one long state: cqlsh takes seconds for each statement. */
  static List<String> states() {
    return List.of("moments", "tdigest");
  }

  private void createTable(String name) {
    db.run(
        "DROP TABLE IF EXISTS %s.t",
        "DROP TYPE IF EXISTS %s.pair",
        "CREATE TYPE %s.pair (n int, state #)".replace("#", StoredStates.type(name)),
        ("CREATE TABLE %s.t (id int, at int, state #, shared # static, states frozen<list<#>>, user_"
                + " frozen<pair>, PRIMARY KEY (id, at))")
            .replace("#", StoredStates.type(name)),
        "INSERT INTO %s.t (id, at, state) VALUES (1, 1, @)".replace("@", StoredStates.hex(name)),
        "INSERT INTO %s.t (id, at, state, shared) VALUES (2, 1, 0x, @)"
            .replace("@", StoredStates.hex(name)),
        "INSERT INTO %s.t (id, at) VALUES (3, 1)");
  }

  /** SELECT alone shows how Python writes bytes. */
  @ParameterizedTest
  @MethodSource("states")
  void should_print_states_in_words_and_in_hexadecimal(String name) {
    createTable(name);

    assertThat(run("SELECT id, state FROM %s.t WHERE id = 1").output()).contains("(1 rows)");
    assertThat(run("SELECT JSON state FROM %s.t WHERE id = 1").output())
        .contains("{\"state\": {\"text\": \"")
        .contains(", \"state\": \"" + StoredStates.hex(name) + "\"}}");
  }

  @ParameterizedTest
  @MethodSource("states")
  void should_describe_what_can_be_executed(String name, @TempDir Path directory)
      throws IOException {
    createTable(name);
    String type = described("TYPE %s.pair");
    String table = described("TABLE %s.t");
    assertThat(table)
        .contains("state " + StoredStates.type(name))
        .contains("shared " + StoredStates.type(name) + " static");

    db.run("DROP TABLE %s.t", "DROP TYPE %s.pair");
    CommandResult again =
        cqlsh.file(Files.writeString(directory.resolve("described.cql"), type + table));

    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(described("TYPE %s.pair")).isEqualTo(type);
    assertThat(described("TABLE %s.t")).isEqualTo(table);
  }

  /** COPY TO writes bytes as Python does, which nothing reads; JSON takes its place. */
  @ParameterizedTest
  @MethodSource("states")
  void should_write_a_table_to_a_file_and_read_it_back_as_json(String name, @TempDir Path directory)
      throws IOException {
    createTable(name);
    List<String> before = contents();

    String inserts =
        run("SELECT JSON * FROM %s.t")
            .output()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("{"))
            .map(row -> db.in("INSERT INTO %s.t JSON '" + row.replace("'", "''") + "';"))
            .collect(Collectors.joining("\n"));
    db.run("TRUNCATE %s.t");
    CommandResult read = cqlsh.file(Files.writeString(directory.resolve("inserts.cql"), inserts));

    assertThat(read.exitCode()).as("%s", read).isZero();
    assertThat(contents()).hasSize(3).isEqualTo(before);
  }

  /** With prepared statements cqlsh hands the text of an unknown type to its driver as it is. */
  @ParameterizedTest
  @MethodSource("states")
  void should_copy_hexadecimal_from_a_file_without_prepared_statements(
      String name, @TempDir Path directory) throws IOException {
    createTable(name);
    db.run("TRUNCATE %s.t");
    Path file =
        Files.writeString(
            directory.resolve("t.csv"), "1,1," + StoredStates.hex(name) + "\n2,1,0x\n3,1,\n");

    CommandResult read =
        run("COPY %s.t (id, at, state) FROM '" + file + "' WITH PREPAREDSTATEMENTS = FALSE");

    assertThat(read.output()).as("%s", read).contains("3 rows imported");
    assertThat(db.row("SELECT state FROM %s.t WHERE id = 1").getByteBuffer(0))
        .isEqualTo(StoredStates.buffer(name));
    assertThat(db.row("SELECT state FROM %s.t WHERE id = 2").getByteBuffer(0).remaining()).isZero();
    assertThat(db.row("SELECT state FROM %s.t WHERE id = 3").isNull(0)).isTrue();
  }

  private String described(String what) {
    return String.join("\n", CommittedScripts.printed(run("DESCRIBE " + what))) + "\n";
  }

  private List<String> contents() {
    return db.rows("SELECT * FROM %s.t").stream().map(Row::getFormattedContents).toList();
  }

  private CommandResult run(String cql) {
    return cqlsh.statements(db.in(cql));
  }
}
