/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.extremes.MinNAggregates;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.MomentsState;
import org.junit.jupiter.api.Test;

/** Only a buffer that a state function made may be changed in place. */
class MomentsWorkingStateTest {
  /**
   * Cassandra passes a column of a composite partition key as a view of the whole key, which has
   * one byte behind the last column: with a key of 89 bytes limit and capacity are those of a
   * working state.
   */
  @Test
  void should_not_take_a_column_of_a_composite_partition_key_for_a_working_state() {
    ByteBuffer column = ByteBuffer.allocate(MomentsState.END + 1);
    column.limit(MomentsState.END).position(9);

    assertThatThrownBy(() -> MomentsAggregates.accumulate(column, 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x");
    assertThatThrownBy(() -> MomentsAggregates.union(column, ByteBuffer.allocate(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a moments state");
    assertThat(column.array()).containsOnly(0);
  }

  /** A heap of nine values has the length and the capacity of a moments state. */
  @Test
  void should_not_take_the_working_state_of_another_family_for_its_own() {
    ByteBuffer heap = ByteBuffer.allocate(0);
    for (long value = 1; value <= 9; value++) {
      heap = MinNAggregates.accumulate(heap, value, 9);
    }
    ByteBuffer state = heap;
    String before = Blobs.hex(state);

    assertThat(state.capacity()).isEqualTo(MomentsState.END + 1);
    assertThat(state.limit()).isEqualTo(MomentsState.END);
    assertThatThrownBy(() -> MomentsAggregates.accumulate(state, 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x");
    assertThat(Blobs.hex(state)).isEqualTo(before);
  }

  @Test
  void should_refuse_to_count_past_the_largest_bigint_and_change_nothing() {
    byte[] bytes = Blobs.bytes(Moments.state(MomentsAggregates.accumulate(Blobs.none(), 1.5)));
    ByteBuffer.wrap(bytes).putLong(MomentsState.COUNT, Long.MAX_VALUE);
    ByteBuffer full = ByteBuffer.wrap(Blobs.sealed(bytes));
    ByteBuffer skipping = MomentsAggregates.accumulate(Blobs.none(), Double.NaN);
    ByteBuffer own = MomentsAggregates.accumulate(skipping, 1.5);
    String before = Blobs.hex(own);
    ByteBuffer right = MomentsAggregates.union(full, skippedState());

    assertThatThrownBy(() -> MomentsAggregates.union(own, right))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("moments: the count would exceed 2^63-1");
    assertThat(Blobs.hex(own)).isEqualTo(before);
  }

  private static ByteBuffer skippedState() {
    return MomentsAggregates.accumulate(Blobs.none(), Double.NaN);
  }
}
