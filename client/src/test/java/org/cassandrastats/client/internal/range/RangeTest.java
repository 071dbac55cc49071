/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.junit.jupiter.api.Test;

/** Every range of a small space of keys. */
final class RangeTest {
  private static final KeyOrder<Long> ORDER = KeyType.tokens();
  private static final long KEYS = 5;

  /** All places, in ascending order. */
  private static List<Cut<Long>> places() {
    List<Cut<Long>> places = new ArrayList<>(List.of(Cut.bottom()));
    for (long key = 0; key < KEYS; key++) {
      places.add(Cut.before(key));
      places.add(Cut.after(key));
    }
    places.add(Cut.top());
    return places;
  }

  private static List<Range<Long>> ranges() {
    List<Range<Long>> ranges = new ArrayList<>();
    for (Cut<Long> lower : places()) {
      for (Cut<Long> upper : places()) {
        ranges.add(new Range<>(lower, upper));
      }
    }
    return ranges;
  }

  private static List<Long> keys(Range<Long> range) {
    List<Long> keys = new ArrayList<>();
    for (long key = 0; key < KEYS; key++) {
      if (range.contains(ORDER, key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  @Test
  void should_order_all_places() {
    assertThat(places()).isSortedAccordingTo(Cut.order(ORDER)).doesNotHaveDuplicates();
  }

  @Test
  void should_have_the_keys_between_both_places() {
    for (Range<Long> range : ranges()) {
      for (long key = 0; key < KEYS; key++) {
        boolean isAbove =
            range.lower().isEnd()
                ? !range.lower().after()
                : range.lower().after() ? key > range.lower().key() : key >= range.lower().key();
        boolean isBelow =
            range.upper().isEnd()
                ? range.upper().after()
                : range.upper().after() ? key <= range.upper().key() : key < range.upper().key();
        assertThat(range.contains(ORDER, key))
            .as("%d in %s", key, range)
            .isEqualTo(isAbove && isBelow);
      }
    }
  }

  @Test
  void should_cut_so_that_each_key_is_in_one_part() {
    for (Range<Long> range : ranges()) {
      for (Cut<Long> cut : places()) {
        boolean isInside =
            Cut.compare(ORDER, range.lower(), cut) < 0
                && Cut.compare(ORDER, cut, range.upper()) < 0;
        if (isInside) {
          List<Long> keys = new ArrayList<>();
          range.cutAt(ORDER, cut).forEach(part -> keys.addAll(keys(part)));
          assertThat(keys).as("%s at %s", range, cut).isEqualTo(keys(range));
        } else {
          assertThatThrownBy(() -> range.cutAt(ORDER, cut))
              .isInstanceOf(IllegalArgumentException.class);
        }
      }
    }
  }

  @Test
  void should_leave_what_others_have_not() {
    List<Range<Long>> ranges = ranges();
    for (Range<Long> whole : ranges) {
      for (Range<Long> first : ranges) {
        for (Range<Long> second : ranges) {
          boolean areInOrder =
              !first.isEmpty(ORDER)
                  && !second.isEmpty(ORDER)
                  && Cut.compare(ORDER, first.upper(), second.lower()) <= 0;
          if (!whole.isEmpty(ORDER) && areInOrder) {
            List<Long> expected = new ArrayList<>(keys(whole));
            expected.removeAll(keys(first));
            expected.removeAll(keys(second));
            List<Long> found = new ArrayList<>();
            whole.without(ORDER, List.of(first, second)).forEach(part -> found.addAll(keys(part)));
            assertThat(found).as("%s without %s, %s", whole, first, second).isEqualTo(expected);
          }
        }
      }
    }
  }
}
