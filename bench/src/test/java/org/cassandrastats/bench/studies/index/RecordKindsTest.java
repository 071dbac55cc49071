/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecordKindsTest {
  private static final long SEED = 20261121;

  @Test
  void should_have_exactly_the_shares_that_are_looked_for() {
    RecordKinds kinds = RecordKinds.generate(20_000, 10, SEED);

    assertThat(kinds.idsOf(RecordKinds.Share.NINE_PERCENT.kind()))
        .as("seed %d", SEED)
        .hasSize(1800);
    assertThat(kinds.idsOf(RecordKinds.Share.ONE_PERCENT.kind())).hasSize(200).isSorted();
    assertThat(kinds.idsOf(RecordKinds.Share.TENTH_PERCENT.kind())).hasSize(20);
    assertThat(
            IntStream.rangeClosed(1, kinds.largest()).map(kind -> kinds.idsOf(kind).length).sum())
        .isEqualTo(20_000);
    assertThat(kinds.idsOf(kinds.largest())).hasSize(1798);
  }

  @Test
  void should_spread_kinds_over_all_records_by_seed() {
    RecordKinds kinds = RecordKinds.generate(20_000, 10, SEED);
    int[] ids = kinds.idsOf(1);

    assertThat(IntStream.of(ids).filter(id -> id < 10_000).count())
        .as("seed %d", SEED)
        .isBetween(800L, 1000L);
    assertThat(RecordKinds.generate(20_000, 10, SEED).idsOf(1)).isEqualTo(ids);
    assertThat(RecordKinds.generate(20_000, 10, SEED + 1).idsOf(1)).isNotEqualTo(ids);
  }

  @Test
  void should_have_one_of_the_rarest_among_the_fewest() {
    RecordKinds kinds = RecordKinds.generate(IndexStudy.FEWEST_RECORDS, 10, SEED);

    assertThat(kinds.idsOf(RecordKinds.Share.TENTH_PERCENT.kind())).hasSize(1);
    assertThat(kinds.of(kinds.idsOf(3)[0])).isEqualTo(3);
  }
}
