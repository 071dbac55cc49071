/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges that finish in any order. */
final class FinishedRangesTest {
  private static final KeyOrder<Long> ORDER = KeyType.tokens();
  private static final int PARTS = 50;

  private static List<Range<Long>> parts() {
    List<Range<Long>> parts = new ArrayList<>();
    Cut<Long> lower = Cut.bottom();
    for (long key = 1; key < PARTS; key++) {
      Cut<Long> upper = key % 2 == 0 ? Cut.before(key) : Cut.after(key);
      parts.add(new Range<>(lower, upper));
      lower = upper;
    }
    parts.add(new Range<>(lower, Cut.top()));
    return parts;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void should_join_neighbours_in_their_order(long seed) {
    FinishedRanges<Long, String> finished = new FinishedRanges<>(ORDER, String::concat);
    List<Range<Long>> parts = parts();
    List<Integer> order = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      order.add(i);
      expected.append(i).append(' ');
    }
    Collections.shuffle(order, new Random(seed));

    for (int i : order) {
      finished.add(parts.get(i), i + " ");
    }

    assertThat(finished.answer(Range.all())).isEqualTo(expected.toString());
    assertThat(finished.ranges()).containsExactly(Range.all());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 25, PARTS - 1})
  void should_refuse_what_was_read_before(int again) {
    FinishedRanges<Long, String> finished = new FinishedRanges<>(ORDER, String::concat);
    List<Range<Long>> parts = parts();
    parts.forEach(part -> finished.add(part, "x"));

    assertThatThrownBy(() -> finished.add(parts.get(again), "y"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was read twice");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 25, PARTS - 1})
  void should_notice_what_is_missing(int missing) {
    FinishedRanges<Long, String> finished = new FinishedRanges<>(ORDER, String::concat);
    List<Range<Long>> parts = parts();
    for (int i = 0; i < PARTS; i++) {
      if (i != missing) {
        finished.add(parts.get(i), "x");
      }
    }

    assertThatThrownBy(() -> finished.answer(Range.all()))
        .isInstanceOf(IllegalStateException.class);
  }
}
