/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'secret'",
        "''",
        "'it''s'",
        "'-- no comment'",
        "'/* none'",
        "'two\nlines'",
        "$$it's$$",
        "$$$$",
        "17",
        "-17",
        "1.5",
        "-1.",
        "1e10",
        "-1.5E-10",
        "2e+7",
        "0xCAFE",
        "0x",
        "1h30m",
        "-2d",
        "5\u00b5s",
        "P1Y2M3DT4H5M6S",
        "-P3W",
        "PT5M",
        "P0001-02-03T04:05:06",
        "true",
        "FALSE",
        "123e4567-e89b-12d3-a456-426614174000",
        "abcdef12-abcd-abcd-abcd-abcdefabcdef"
      })
  void should_show_a_question_mark_for_a_literal(String literal) {
    assertThat(Literals.hidden("WHERE p=" + literal + " AND q IN (" + literal + ", ?)"))
        .isEqualTo("WHERE p=? AND q IN (?, ?)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT stats.mean(v1), \"Value 2\", \"it\"\"s '7'\" FROM k8s.t_2 WHERE p = ? AND c > :since1",
        "SELECT P, true_north, e5, PT, x1e5, P1_total FROM \"K\".\"7\" GROUP BY P1"
      })
  void should_keep_names_and_bind_markers(String statement) {
    assertThat(Literals.hidden(statement)).isEqualTo(statement);
  }

  @ParameterizedTest
  @CsvSource({
    "v-1, v-?",
    "(v)-1, (v)-?",
    "m['a']-1, m[?]-?",
    "1-1, ?-?",
    "v - -1, v - ?",
    "'{1,2}', '{?,?}'",
    "LIMIT 10, LIMIT ?"
  })
  void should_keep_operators(String written, String shown) {
    assertThat(Literals.hidden(written)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a /* 'secret' */ b",
        "a -- 'secret\nb",
        "a // secret\r\n b",
        "a/**/b",
        "a\n\n\tb",
        "a /* x */ -- y\n /* z */ b"
      })
  void should_drop_comments_and_line_breaks(String statement) {
    assertThat(Literals.hidden(statement)).isEqualTo("a b");
  }

  @ParameterizedTest
  @CsvSource({
    "'a = ''secret', a = ?",
    "a = $$secret, a = ?",
    "a /* secret, 'a '",
    "a -- secret, 'a '"
  })
  void should_hide_what_has_no_end(String written, String shown) {
    assertThat(Literals.hidden(written)).isEqualTo(shown);
  }

  @Test
  void should_take_long_literals() {
    String quotes = "''".repeat(200_000);
    assertThat(Literals.hidden("a = '" + quotes + "' -- " + quotes + "\n/*" + quotes + "*/ b"))
        .isEqualTo("a = ? b");
    assertThat(Literals.hidden(" ".repeat(400_000) + "$$" + quotes + "$$")).isEqualTo(" ?");
  }
}
