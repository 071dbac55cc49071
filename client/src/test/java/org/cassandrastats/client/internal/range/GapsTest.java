/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.junit.jupiter.api.Test;

/** Gaps that are added in any order. */
final class GapsTest {
  private static final KeyOrder<Long> ORDER = KeyType.tokens();
  private static final int KEYS = 12;

  @Test
  void should_leave_what_is_in_no_gap() {
    Random random = new Random(20261125);
    for (int trial = 0; trial < 2000; trial++) {
      Gaps<Long> gaps = new Gaps<>(ORDER);
      List<Range<Long>> added = new ArrayList<>();
      for (int i = 0; i < random.nextInt(5); i++) {
        Range<Long> gap = range(random);
        added.add(gap);
        gaps.add(gap);
      }
      Range<Long> asked = range(random);

      List<Range<Long>> left = gaps.without(asked);

      for (long key = -1; key <= KEYS; key++) {
        long wanted = key;
        boolean isLeft =
            asked.contains(ORDER, key)
                && added.stream().noneMatch(gap -> gap.contains(ORDER, wanted));
        assertThat(left.stream().filter(range -> range.contains(ORDER, wanted)).count())
            .as("%d of %s without %s", key, asked, added)
            .isEqualTo(isLeft ? 1 : 0);
      }
      for (int i = 1; i < left.size(); i++) {
        assertThat(Cut.compare(ORDER, left.get(i - 1).upper(), left.get(i).lower())).isNegative();
      }
    }
  }

  private static Range<Long> range(Random random) {
    long low = random.nextInt(KEYS);
    Cut<Long> lower = random.nextInt(6) == 0 ? Cut.bottom() : new Cut<>(low, random.nextBoolean());
    long high = low + 1 + random.nextInt(KEYS);
    Cut<Long> upper = random.nextInt(6) == 0 ? Cut.top() : new Cut<>(high, random.nextBoolean());
    return new Range<>(lower, upper);
  }
}
