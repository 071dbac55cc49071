/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Statements.Statement;
import org.junit.jupiter.api.Test;

final class StatementsTest {
  @Test
  void should_cut_at_semicolons_and_take_names_from_comments() {
    String text =
        """
        -- All queries of the night.

        -- busiest days
        SELECT count(*) FROM a.b -- of all; sensors
          WHERE s = 'x;y';
        SELECT 1; // one
        // the last
        SELECT "a;b" FROM t
        """;

    assertThat(Statements.of(text))
        .containsExactly(
            new Statement(
                "busiest days", "SELECT count(*) FROM a.b -- of all; sensors\n  WHERE s = 'x;y'"),
            new Statement("", "SELECT 1"),
            new Statement("the last", "SELECT \"a;b\" FROM t"));
    assertThat(Statements.of(" ;; -- nothing\n;")).isEmpty();
  }

  @Test
  void should_read_texts_between_dollars() {
    assertThat(Statements.of("SELECT $$it's; -- /* not$$; SELECT 2"))
        .extracting(Statement::cql)
        .containsExactly("SELECT $$it's; -- /* not$$", "SELECT 2");
    assertThat(
            SelectParser.parse("SELECT count(*) FROM t WHERE s = $$it's$$", List.of()).relations())
        .extracting(Select.Relation::value)
        .containsExactly("it's");
  }

  @Test
  void should_add_conditions_to_those_of_the_statement() {
    StatsQuery query =
        StatsQuery.of("SELECT count(*) FROM t WHERE s = 1 GROUP BY s")
            .withCondition("at >= 5")
            .withCondition("at < 7");

    assertThat(SelectParser.parse(query).relations())
        .extracting(Select.Relation::toString)
        .containsExactly("s = 1", "at >= 5", "at < 7");
    assertThat(query.toString()).contains("AND at >= 5 AND at < 7");
    assertThat(query).isNotEqualTo(StatsQuery.of(query.statement()));
    assertThatThrownBy(() -> SelectParser.parse(query.withCondition("at > 1 AND b = 2")))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("The condition \"at > 1 AND b = 2\" cannot be read");
  }
}
