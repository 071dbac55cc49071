/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.cassandrastats.client.api.StatsQuery.Fill;
import org.junit.jupiter.api.Test;

final class StatsQueryTest {
  private static final String STATEMENT = "SELECT count(*) FROM shop.t WHERE k = ?";

  @Test
  void should_be_equal_where_all_parts_are() {
    StatsQuery query = StatsQuery.of(STATEMENT, 1).withPartitions("day=1..2");

    assertThat(query)
        .isEqualTo(StatsQuery.of(STATEMENT, 1).withPartitions("day=1..2"))
        .hasSameHashCodeAs(StatsQuery.of(STATEMENT, 1).withPartitions("day=1..2"))
        .isNotEqualTo(StatsQuery.of(STATEMENT, 2).withPartitions("day=1..2"))
        .isNotEqualTo(StatsQuery.of(STATEMENT, 1))
        .isNotEqualTo(query.withFill(Fill.NULL))
        .isNotEqualTo(query.withWindow("count(*)", Window.SHARE))
        .isNotEqualTo(query.withTokens(1, 2));
    assertThat(query.withTokens(1, 2))
        .isEqualTo(query.withTokens(1, 2))
        .isNotEqualTo(query.withTokens(1, 3));
  }

  @Test
  void should_keep_the_tokens_and_refuse_none() {
    StatsQuery query = StatsQuery.of(STATEMENT, 1).withTokens(-5, Long.MAX_VALUE);

    assertThat(query.withPartitions("day=1..2").withFill(Fill.NULL).tokens())
        .isEqualTo(new StatsQuery.Tokens(-5, Long.MAX_VALUE));
    assertThatThrownBy(() -> query.withTokens(7, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected the last token above 7, found 7");
  }

  @Test
  void should_show_what_it_asks_without_bound_values() {
    assertThat(StatsQuery.of(STATEMENT, "secret").withFill(Fill.LINEAR))
        .hasToString(STATEMENT + " partitions [] fill LINEAR");
  }
}
