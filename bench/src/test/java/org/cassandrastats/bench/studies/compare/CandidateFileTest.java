/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CandidateFileTest {
  private static final String TABLE = "CREATE TABLE t (k int PRIMARY KEY, v double);\n";
  private static final String INSERT = "-- insert\nINSERT INTO t (k, v) VALUES (:k, :v);\n";

  private static Candidate parsed(String text) {
    return CandidateFile.of(Path.of("some/a.cql"), text, 3);
  }

  @Test
  void should_read_tables_and_named_statements() {
    Candidate candidate =
        parsed(
            """
            -- A remark.
            CREATE TYPE pair (a int, b int);
            CREATE TABLE t (k int, c int, v double, p frozen<pair>, PRIMARY KEY (k, c)); -- read it
            /* -- read nothing */ CREATE CUSTOM INDEX ON t (v) USING 'sai';

            -- What a line stands for may be explained above it,
            -- insert
            -- and below it.
            INSERT INTO t (k, c, v, p) VALUES (:k, :c, :v, {a: :x, b: :x}) USING TTL :ttl;
            UPDATE counts SET n = n + 1 WHERE k = :k;
            -- update
            UPDATE t SET v = :"Value" WHERE k = :K AND c = :c;
            // read newest of a key
            SELECT v, '-- read ; strings', $$;-- insert$$ FROM t WHERE k = :k
              LIMIT 1;
            """);

    assertThat(candidate.label()).isEqualTo("a");
    assertThat(candidate.keyspace()).isEqualTo("cassandra_stats_bench_3");
    assertThat(candidate.schema())
        .extracting(CandidateTask.Statement::line)
        .containsExactly(2, 3, 4);
    assertThat(candidate.tasks())
        .extracting(CandidateTask::label)
        .containsExactly("insert", "read newest of a key", "update");
    assertThat(candidate.insert().statements())
        .extracting(CandidateTask.Statement::markers)
        .containsExactly(List.of("k", "c", "v", "x", "ttl"), List.of("k"));
    assertThat(candidate.tasks().get(2).statements().get(0).markers())
        .containsExactly("Value", "k", "c");
    assertThat(candidate.tasks().get(1).statements().get(0).cql()).endsWith("LIMIT 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'};|CREATE KEYSPACE is not for a candidate",
        "USE k;|USE has no name",
        "DROP TABLE t;|DROP has no name",
        "-- insert\\nTRUNCATE t;|TRUNCATE behind \"-- insert\"",
        "-- read a\\nDROP KEYSPACE shop;|DROP behind \"-- read a\"",
        "-- read a\\nINSERT INTO t (k) VALUES (:k);|INSERT behind \"-- read a\"",
        "-- reed a\\nSELECT v FROM t;|\"-- reed a\" in front of SELECT names nothing",
        "SELECT v FROM t;|SELECT has no name",
        "-- read a\\n-- read b\\nSELECT v FROM t;|no statement behind \"-- read a\"",
        "-- read a\\nCREATE INDEX ON t (v);|no statement behind \"-- read a\"",
        "-- read a|no statement behind \"-- read a\"",
        "-- read a\\nSELECT v FROM shop.t;|the keyspace shop in front of a name",
        "-- update\\nUPDATE shop.t SET v = 1 WHERE k = :k;|the keyspace shop in front",
        "-- update\\nDELETE FROM \"Shop\" . t WHERE k = :k;|the keyspace \"Shop\" in front",
        "CREATE TABLE IF NOT EXISTS shop.t (k int PRIMARY KEY);|the keyspace shop in front",
        "CREATE INDEX ON shop.t (v);|the keyspace shop in front of a name",
        "CREATE INDEX shop.i ON t (v);|the keyspace shop in front of a name",
        "CREATE CUSTOM INDEX IF NOT EXISTS \"Shop\".i ON t (v) USING 'sai';|the keyspace \"Shop\" in front",
        "CREATE TABLE u LIKE shop.t;|the keyspace shop in front of a name",
        "-- read a\\nSELECT v FROM -- a note\\rshop.\\nt;|the keyspace shop in front of a name",
        "-- read a\\nSELECT v FROM P1D1Y.t;|the keyspace P1D1Y in front of a name",
        "CREATE MATERIALIZED VIEW w AS SELECT k FROM t;|CREATE MATERIALIZED is not for",
        "-- read a\\nSELECT v FROM t WHERE k = ?;|? is bound to nothing: expected :NAME",
        "-- insert rows\\nINSERT INTO t (k) VALUES (:k);|\"-- insert rows\": expected -- insert alone",
        "-- read a\\nSELECT v FROM t;\\n-- READ  a\\nSELECT k FROM t;|there is a second \"-- read a\"",
      })
  void should_refuse_what_it_does_not_carry_out_naming_the_line(String more, String message) {
    String lines = more.replace("\\n", "\n").replace("\\r", "\r");

    assertThatThrownBy(() -> parsed(TABLE + lines))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("some/a.cql:")
        .hasMessageContaining(message);
  }

  @Test
  void should_bind_a_list_of_markers_as_one_value() {
    Candidate candidate =
        parsed(
            TABLE
                + "-- insert\nINSERT INTO t (k, l, m) VALUES (:k, [ :A,:\"B\" ], [:c]);"
                + "UPDATE t SET l[:k] = :A, m = [1, 2] WHERE k = :k;");

    assertThat(candidate.insert().statements())
        .extracting(CandidateTask.Statement::cql)
        .containsExactly(
            "INSERT INTO t (k, l, m) VALUES (:k, :\"a,B,\", :\"c,\")",
            "UPDATE t SET l[:k] = :A, m = [1, 2] WHERE k = :k");
    assertThat(candidate.insert().statements().get(0).markers())
        .containsExactly("k", "a", "B", "c");
  }

  @Test
  void should_name_the_line_of_a_statement() {
    assertThatThrownBy(() -> parsed(TABLE + "\n\n" + INSERT + "-- read\nSELECT v\nFROM t WHERE ?;"))
        .hasMessageStartingWith("some/a.cql:7: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-- nothing", "-- insert\nINSERT INTO t (k) VALUES (:k);"})
  void should_want_a_table(String text) {
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has no CREATE TABLE");
  }

  @Test
  void should_want_an_insert() {
    assertThatThrownBy(() -> parsed(TABLE + "-- read a\nSELECT v FROM t;"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has no line -- insert");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-- read a\nSELECT 'open FROM t;", "\u0000", "CREATE TABLE \\ t;"})
  void should_say_what_it_cannot_read(String text) {
    assertThatThrownBy(() -> parsed(TABLE + text))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("some/a.cql: The statement cannot be read from ");
  }

  @Test
  void should_say_that_there_is_no_such_file(@TempDir Path directory) {
    Path file = directory.resolve("a.cql");

    assertThatThrownBy(() -> CandidateFile.read(file, 1))
        .isInstanceOf(UserError.class)
        .hasMessage("There is no file %s: check --candidate.", file);
  }

  @Test
  void should_name_columns_that_the_data_do_not_have(@TempDir Path directory) throws Exception {
    Path csv = Files.writeString(directory.resolve("rows.csv"), "K,w\n1,2\n");

    assertThatThrownBy(() -> parsed(TABLE + INSERT).requireColumns(CsvRows.of(csv)))
        .isInstanceOf(UserError.class)
        .hasMessage("some/a.cql:3: :v is bound, and %s has no such column. Its columns: K, w", csv);
  }

  @ParameterizedTest
  @ValueSource(strings = {"whole", "slices", "list", "columns"})
  void should_read_the_examples(String name) {
    Candidate candidate =
        CandidateFile.read(Path.of("..", "examples", "compare", name + ".cql"), 1);

    assertThat(candidate.tasks()).hasSizeGreaterThan(3);
  }
}
