/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Test;

/** States of different statistics do not mix, whichever function they meet in. */
class ExtremesMergeTest {
  private static final Map<String, ByteBuffer> STATES = states();

  private static Map<String, ByteBuffer> states() {
    ByteBuffer none = Blobs.none();
    Map<String, ByteBuffer> states = new LinkedHashMap<>();
    states.put("minmax of integers", MinMaxAggregates.accumulate(none, 3L));
    states.put("minmax of floating-point values", MinMaxAggregates.accumulate(none, 2.5));
    states.put("min_by of integers, integer keys", MinByAggregates.accumulate(none, 3L, 1L));
    states.put("max_by of integers, integer keys", MaxByAggregates.accumulate(none, 3L, 1L));
    states.put(
        "min_by of integers, floating-point keys", MinByAggregates.accumulate(none, 3L, 1.5));
    states.put(
        "max_by of integers, floating-point keys", MaxByAggregates.accumulate(none, 3L, 1.5));
    states.put(
        "min_by of floating-point values, integer keys", MinByAggregates.accumulate(none, 2.5, 1L));
    states.put(
        "max_by of floating-point values, integer keys", MaxByAggregates.accumulate(none, 2.5, 1L));
    states.put(
        "min_by of floating-point values, floating-point keys",
        MinByAggregates.accumulate(none, 2.5, 1.5));
    states.put(
        "max_by of floating-point values, floating-point keys",
        MaxByAggregates.accumulate(none, 2.5, 1.5));
    states.put("min_n of integers, n = 3", MinNAggregates.accumulate(none, 3L, 3));
    states.put("min_n of integers, n = 4", MinNAggregates.accumulate(none, 3L, 4));
    states.put("max_n of integers, n = 3", MaxNAggregates.accumulate(none, 3L, 3));
    states.put("min_n of floating-point values, n = 3", MinNAggregates.accumulate(none, 2.5, 3));
    states.put("max_n of floating-point values, n = 3", MaxNAggregates.accumulate(none, 2.5, 3));
    return states;
  }

  /** Working buffers and stored ones: both have to be told apart. */
  @Test
  void should_refuse_to_merge_different_statistics_and_name_both() {
    STATES.forEach(
        (leftName, left) ->
            STATES.forEach(
                (rightName, right) -> {
                  if (leftName.equals(rightName)) {
                    return;
                  }
                  String before = Blobs.hex(left);
                  String message =
                      "extremes: expected a state of "
                          + leftName
                          + ", found a state of "
                          + rightName;
                  assertThatThrownBy(() -> ExtremesAggregates.union(left, right))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessage(message);
                  assertThatThrownBy(
                          () ->
                              ExtremesAggregates.union(
                                  Blobs.stored(Extremes.state(left)),
                                  Blobs.stored(Extremes.state(right))))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessage(message);
                  assertThat(Blobs.hex(left)).isEqualTo(before);
                }));
  }

  @Test
  void should_refuse_rows_of_another_statistic() {
    STATES.forEach(
        (name, state) -> {
          if (!name.equals("minmax of integers")) {
            assertRefused(name, () -> MinMaxAggregates.accumulate(state, 1L));
          }
          if (!name.equals("minmax of floating-point values")) {
            assertRefused(name, () -> MinMaxAggregates.accumulate(state, 1.0));
            assertRefused(name, () -> MinMaxAggregates.accumulate(state, Double.NaN));
          }
          if (!name.equals("min_by of integers, integer keys")) {
            assertRefused(name, () -> MinByAggregates.accumulate(state, 1L, 1L));
          }
          if (!name.equals("max_by of floating-point values, floating-point keys")) {
            assertRefused(name, () -> MaxByAggregates.accumulate(state, 1.0, 1.0));
            assertRefused(name, () -> MaxByAggregates.accumulate(state, 1.0, Double.NaN));
          }
          if (!name.equals("min_n of integers, n = 3")) {
            assertRefused(name, () -> MinNAggregates.accumulate(state, 1L, 3));
          }
          if (!name.equals("max_n of floating-point values, n = 3")) {
            assertRefused(name, () -> MaxNAggregates.accumulate(state, 1.0, 3));
            assertRefused(name, () -> MaxNAggregates.accumulate(state, Double.NaN, 3));
          }
        });
  }

  private static void assertRefused(String found, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .as(found)
        .hasMessageStartingWith(
            "extremes: expected the empty blob 0x or the state of its own last call");
  }

  @Test
  void should_refuse_an_n_that_changes_between_rows() {
    ByteBuffer state = MinNAggregates.accumulate(Blobs.none(), 7L, 3);

    assertThatThrownBy(() -> MinNAggregates.accumulate(state, 8L, 4))
        .hasMessage(
            "extremes: expected the empty blob 0x or the state of its own last call (n must be the same for"
                + " every row), found 24 other bytes; join stored states with extremes_union");
  }

  @Test
  void should_refuse_an_n_out_of_range_even_for_skipped_rows() {
    for (int n : new int[] {0, -1, 1001, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      String message = "extremes: expected n from 1 to 1000, found " + n;
      assertThatThrownBy(() -> MinNAggregates.accumulate(Blobs.none(), 1L, n)).hasMessage(message);
      assertThatThrownBy(() -> MaxNAggregates.accumulate(Blobs.none(), 1L, n)).hasMessage(message);
      assertThatThrownBy(() -> MinNAggregates.accumulate(Blobs.none(), Double.NaN, n))
          .hasMessage(message);
      assertThatThrownBy(() -> MaxNAggregates.accumulate(Blobs.none(), 1.5, n)).hasMessage(message);
    }
  }

  @Test
  void should_keep_the_first_of_equal_keys_in_min_by_and_the_last_in_max_by() {
    ByteBuffer first = Blobs.none();
    ByteBuffer last = Blobs.none();
    for (long value = 1; value <= 5; value++) {
      first = MinByAggregates.accumulate(first, value, 9L);
      last = MaxByAggregates.accumulate(last, value, 9L);
    }
    ByteBuffer moreFirst = MinByAggregates.accumulate(Blobs.none(), 6L, 9L);
    ByteBuffer moreLast = MaxByAggregates.accumulate(Blobs.none(), 6L, 9L);

    assertThat(ExtremesValues.valueBigint(first)).isEqualTo(1);
    assertThat(ExtremesValues.valueBigint(last)).isEqualTo(5);
    assertThat(ExtremesValues.valueBigint(ExtremesAggregates.union(first, moreFirst))).isEqualTo(1);
    assertThat(ExtremesValues.valueBigint(ExtremesAggregates.union(last, moreLast))).isEqualTo(6);
  }

  @Test
  void should_order_zeros_by_sign() {
    ByteBuffer state = MinMaxAggregates.accumulate(Blobs.none(), 0.0);
    state = MinMaxAggregates.accumulate(state, -0.0);

    assertThat(ExtremesValues.valuesDouble(state)).containsExactly(-0.0, 0.0);
    assertThat(
            Extremes.text(
                MaxNAggregates.accumulate(
                    MaxNAggregates.accumulate(Blobs.none(), -0.0, 2), 0.0, 2)))
        .isEqualTo("max_n n=2 count=2 values=[0.0, -0.0]");
  }
}
