/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptStatementsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        // A literal: two quotes are one, and nothing else in it is a sign.
        "INSERT INTO t (a) VALUES ('it''s; here')",
        "INSERT INTO t (a) VALUES ('first\n// second; line\n-- third; /* line')",
        "INSERT INTO t (a) VALUES ('back\\')",
        "INSERT INTO t (a, b) VALUES ('\\', 'C:\\;')",
        "INSERT INTO t (a, b) VALUES ('', ';')",
        "INSERT INTO t (a) VALUES (' \"; ')",
        "INSERT INTO t (a) VALUES ('http://example.org/;')",
        "INSERT INTO t (a) VALUES ('$$; ')",
        "INSERT INTO t (a) VALUES ('a \t  b')",
        // A name.
        "SELECT \"a;b\", \"it's\", \"a\"\";b\", \"--\", \"//\" FROM t",
        // A body, with what is Java in it.
        "CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$\n"
            + "  // it's; one\n  /* two; */ String s = \"'\\\";\"; char c = '\\'';\n  return a; $$",
        // Several statements of other kinds are one of these.
        "BEGIN BATCH INSERT INTO t (a) VALUES (1); DELETE FROM t WHERE a = 2; APPLY BATCH",
        "begin\n unlogged batch\n INSERT INTO t (a) VALUES ('APPLY BATCH'); apply\n batch",
        "BEGIN COUNTER BATCH UPDATE t SET n = n + 1 WHERE a = 1; APPLY BATCH",
        "BEGIN TRANSACTION LET r = (SELECT * FROM t WHERE a = 1); SELECT r.b;"
            + " IF r.b = 3 THEN UPDATE t SET b = 4 WHERE a = 1; END IF COMMIT TRANSACTION",
        "SELECT begin, batch FROM apply",
      })
  void should_keep_a_statement_as_it_is(String statement) {
    assertThat(ScriptStatements.of(statement + ";\nSELECT 1;"))
        .containsExactly(statement, "SELECT 1");
    assertThat(ScriptStatements.of(statement)).containsExactly(statement);
  }

  @Test
  void should_cut_where_comments_end() {
    assertThat(
            ScriptStatements.of(
                """
                -- it's; one
                SELECT 1; // trailing; it's
                SELECT 2 /* and; 'another */ FROM a--; "c
                ;/* SELECT 3; */ SELECT/**/4;
                // SELECT 5;"""))
        .containsExactly("SELECT 1", "SELECT 2   FROM a", "SELECT 4");
    assertThat(ScriptStatements.of("SELECT 1 -- old\rFROM a; -- last"))
        .containsExactly("SELECT 1  \rFROM a");
  }

  @Test
  void should_know_a_block_by_its_words_and_not_by_comments() {
    assertThat(
            ScriptStatements.of(
                "/* one */ BEGIN -- a\nBATCH INSERT INTO t (a) VALUES (1); -- APPLY BATCH\n"
                    + "DELETE FROM t WHERE a = 1; APPLY /* it */ BATCH -- done\n ; SELECT 1"))
        .containsExactly(
            "BEGIN  \nBATCH INSERT INTO t (a) VALUES (1);  \n"
                + "DELETE FROM t WHERE a = 1; APPLY   BATCH",
            "SELECT 1");
  }

  @Test
  void should_find_no_statement_where_there_is_none() {
    assertThat(ScriptStatements.of("")).isEmpty();
    assertThat(ScriptStatements.of("\uFEFF;\n; ;")).isEmpty();
    assertThat(ScriptStatements.of("// only; a comment\n/* and; another */ -- and\n")).isEmpty();
  }

  @Test
  void should_read_over_a_byte_order_mark() {
    assertThat(ScriptStatements.of("\uFEFFUSE k; SELECT '\uFEFF'"))
        .containsExactly("USE k", "SELECT '\uFEFF'");
  }

  /** So that Cassandra refuses it, and nothing behind it is run or lost in silence. */
  @ParameterizedTest
  @ValueSource(strings = {"SELECT 'a; b", "SELECT \"a; b", "AS $$ a; b $", "/* a; 'b'; *"})
  void should_cut_nothing_behind_what_is_not_closed(String rest) {
    assertThat(ScriptStatements.of("USE k; " + rest)).containsExactly("USE k", rest);
  }

  @Test
  void should_read_long_literals() {
    String statement = "INSERT INTO t (a) VALUES ('" + "''; \n".repeat(200_000) + "')";

    assertThat(ScriptStatements.of(statement + ";")).containsExactly(statement);
  }
}
