/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** States of different statistics do not mix, whichever function they meet in. */
class ExtremesMergeTest {
  private static final Map<String, ByteBuffer> STATES = states();

  private static Map<String, ByteBuffer> states() {
    ByteBuffer none = Blobs.none();
    Map<String, ByteBuffer> states = new LinkedHashMap<>();
    states.put("min_max_by with flags 0, n 0", ByAggregates.accumulate(none, 3L, 1L));
    states.put("min_max_by with flags 8, n 0", ByAggregates.accumulate(none, 3L, 1.5));
    states.put("min_max_by with flags 4, n 0", ByAggregates.accumulate(none, 2.5, 1L));
    states.put("min_max_by with flags 12, n 0", ByAggregates.accumulate(none, 2.5, 1.5));
    states.put("first_last with flags 1, n 0", RowsAggregates.accumulate(none, 3L));
    states.put("first_last with flags 5, n 0", RowsAggregates.accumulate(none, 2.5));
    ByteBuffer word = ByteBuffer.wrap(new byte[] {0x6f, 0x6e});
    states.put("min_max_by with flags 32, n 0", RowBytesAggregates.accumulate(none, word, 1L));
    states.put("min_max_by with flags 40, n 0", RowBytesAggregates.accumulate(none, word, 1.5));
    states.put("first_last with flags 33, n 0", RowBytesAggregates.accumulate(none, word));
    states.put("min_n with flags 2, n 3", MinNAggregates.accumulate(none, 3L, 3));
    states.put("min_n with flags 2, n 4", MinNAggregates.accumulate(none, 3L, 4));
    states.put("max_n with flags 18, n 3", MaxNAggregates.accumulate(none, 3L, 3));
    states.put("min_n with flags 6, n 3", MinNAggregates.accumulate(none, 2.5, 3));
    states.put("max_n with flags 22, n 3", MaxNAggregates.accumulate(none, 2.5, 3));
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
                      "extremes: expected states of one statistic, with the same types and n, found "
                          + leftName
                          + " and "
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
          if (!name.startsWith("min_max_by with flags 0,")) {
            assertRefused(name, () -> ByAggregates.accumulate(state, 1L, 1L));
          }
          if (!name.startsWith("min_max_by with flags 12,")) {
            assertRefused(name, () -> ByAggregates.accumulate(state, 1.0, 1.0));
            assertRefused(name, () -> ByAggregates.accumulate(state, 1.0, Double.NaN));
          }
          if (!name.startsWith("first_last with flags 1,")) {
            assertRefused(name, () -> RowsAggregates.accumulate(state, 1L));
          }
          if (!name.startsWith("first_last with flags 5,")) {
            assertRefused(name, () -> RowsAggregates.accumulate(state, Double.NaN));
          }
          if (!name.equals("min_n with flags 2, n 3")) {
            assertRefused(name, () -> MinNAggregates.accumulate(state, 1L, 3));
          }
          if (!name.equals("max_n with flags 22, n 3")) {
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

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 100);
  }

  /** Few keys, so that they tie; parts of any size are joined in any grouping, in their order. */
  @ParameterizedTest
  @MethodSource("seeds")
  void should_answer_for_parts_what_the_undivided_rows_answer(long seed) {
    Random random = new Random(seed);
    int rows = 1 + random.nextInt(60);
    double[] keys = random.ints(rows, -3, 3).mapToDouble(key -> key / 2.0).toArray();
    List<ByteBuffer> byKey = new ArrayList<>();
    List<ByteBuffer> inOrder = new ArrayList<>();
    int least = 0;
    int greatest = 0;
    for (int row = 0; row < rows; row++) {
      if (row == 0 || random.nextInt(6) == 0) {
        byKey.add(Blobs.none());
        inOrder.add(Blobs.none());
      }
      int part = byKey.size() - 1;
      byKey.set(part, ByAggregates.accumulate(byKey.get(part), (long) row, keys[row]));
      inOrder.set(part, RowsAggregates.accumulate(inOrder.get(part), (double) row));
      least = keys[row] < keys[least] ? row : least;
      greatest = keys[row] >= keys[greatest] ? row : greatest;
    }

    ByteBuffer merged = joined(byKey, random);
    assertThat(ExtremesValues.valuesBigint(merged)).containsExactly((long) least, (long) greatest);
    assertThat(Extremes.text(merged))
        .isEqualTo(
            "min_max_by count=%d first key=%s value=%d last key=%s value=%d"
                .formatted(rows, keys[least], least, keys[greatest], greatest));
    ByteBuffer ordered = joined(inOrder, random);
    assertThat(ExtremesValues.valuesDouble(ordered)).containsExactly(0.0, rows - 1.0);
    assertThat(Extremes.text(ordered))
        .isEqualTo(
            "first_last count=%d first key=0 value=0.0 last key=%d value=%s"
                .formatted(rows, rows - 1, rows - 1.0));
  }

  /** Neighbours become one, stored or not, until there is one state. */
  private static ByteBuffer joined(List<ByteBuffer> states, Random random) {
    List<ByteBuffer> parts = new ArrayList<>(states);
    while (parts.size() > 1) {
      int left = random.nextInt(parts.size() - 1);
      ByteBuffer right = parts.remove(left + 1);
      ByteBuffer stored = random.nextBoolean() ? Blobs.stored(Extremes.state(right)) : right;
      parts.set(left, ExtremesAggregates.union(parts.get(left), stored));
    }
    ByteBuffer merged = Extremes.state(parts.get(0));
    assertThat(Extremes.isValid(merged)).isTrue();
    return merged;
  }

  @Test
  void should_order_zeros_by_sign() {
    ByteBuffer state = ByAggregates.accumulate(Blobs.none(), 1L, 0.0);
    state = ByAggregates.accumulate(state, 2L, -0.0);

    assertThat(ExtremesValues.valuesBigint(state)).containsExactly(2L, 1L);
    assertThat(
            Extremes.text(
                MaxNAggregates.accumulate(
                    MaxNAggregates.accumulate(Blobs.none(), -0.0, 2), 0.0, 2)))
        .isEqualTo("max_n n=2 count=2 values=[0.0, -0.0]");
  }

  @Test
  void should_order_the_ends_of_the_types() {
    ByteBuffer integers = Blobs.none();
    ByteBuffer doubles = Blobs.none();
    for (long key : new long[] {0, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      integers = ByAggregates.accumulate(integers, key, key);
    }
    for (double key : new double[] {0, Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MIN_VALUE}) {
      doubles = ByAggregates.accumulate(doubles, key, key);
    }

    assertThat(ExtremesValues.valuesBigint(integers))
        .containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(ExtremesValues.valuesDouble(doubles))
        .containsExactly(-Double.MAX_VALUE, Double.MAX_VALUE);
  }
}
