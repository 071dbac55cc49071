/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
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
    ByteBuffer column = ByteBuffer.allocate(MomentsState.WORKING_CAPACITY);
    column.limit(MomentsState.SIZE).position(9);

    assertThatThrownBy(() -> MomentsAggregates.accumulate(column, 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a moments state");
    assertThatThrownBy(() -> MomentsAggregates.union(column, ByteBuffer.allocate(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a moments state");
    assertThat(column.array()).containsOnly(0);
  }
}
