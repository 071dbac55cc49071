/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queries of some tokens, which together read each partition once. */
@ExtendWith(NativeNodeExtension.class)
final class QueryTokensIT {
  private static final int PARTITIONS = 500;
  private static final long SEED = 51;

  private static StatsClient client;

  @BeforeAll
  static void load(NativeNode node) {
    node.execute("CREATE TABLE shop.spread (k int, c int, v double, PRIMARY KEY (k, c))");
    List<Object[]> rows = new ArrayList<>();
    for (int k = 0; k < PARTITIONS; k++) {
      for (int c = 0; c < 5; c++) {
        rows.add(new Object[] {k, c, k + c / 10.0});
      }
    }
    node.load("INSERT INTO shop.spread (k, c, v) VALUES (?, ?, ?)", rows);
    client = StatsClient.of(node.session());
  }

  @ParameterizedTest
  @EnumSource(Lane.class)
  void should_read_each_partition_in_one_of_the_parts(Lane lane) {
    StatsOptions options = StatsOptions.standard().withLane(lane);
    StatsQuery query =
        StatsQuery.of("SELECT k, count(*), stats.mean(v) FROM shop.spread GROUP BY k");
    Random random = new Random(SEED);
    List<Long> cuts = new ArrayList<>(List.of(Long.MIN_VALUE, 0L, Long.MAX_VALUE));
    for (int i = 0; i < 7; i++) {
      cuts.add(random.nextLong());
    }
    cuts.sort(null);

    List<StatsRow> rows = new ArrayList<>();
    for (int i = 1; i < cuts.size(); i++) {
      rows.addAll(client.run(query.withTokens(cuts.get(i - 1), cuts.get(i)), options).rows());
    }

    assertThat(rows).isEqualTo(client.run(query, options).rows()).hasSize(PARTITIONS);
  }

  @Test
  void should_give_one_answer_of_tokens_without_partitions() {
    StatsQuery query = StatsQuery.of("SELECT count(*), max(v) FROM shop.spread");

    StatsRow none = client.run(query.withTokens(Long.MIN_VALUE, Long.MIN_VALUE + 1)).row();

    assertThat(none.values()).containsExactly(0L, null);
  }

  @Test
  void should_refuse_tokens_beside_partitions() {
    StatsQuery query =
        StatsQuery.of("SELECT count(*) FROM shop.spread WHERE k = 1").withTokens(0, 1);

    assertThatThrownBy(() -> client.run(query))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("expected no condition on the whole partition key");
  }
}
