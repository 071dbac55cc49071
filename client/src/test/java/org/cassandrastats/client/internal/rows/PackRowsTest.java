/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.uda.chunk.ChunkRows;
import org.junit.jupiter.api.Test;

final class PackRowsTest {
  private static final ByteBuffer WIDE = ByteBuffer.allocate(20).put(0, (byte) 1);

  /** Servers do not call a state function for it, whatever the other arguments are. */
  @Test
  void should_skip_a_row_with_a_null_beside_a_varint_that_would_be_refused() throws Exception {
    RowAggregate chunk = chunk();
    chunk.add(Arrays.asList(WIDE, null));

    assertThat(chunk.result().remaining()).isZero();
    assertThatThrownBy(() -> chunk.add(List.of(WIDE, ByteBuffer.allocate(Double.BYTES))))
        .isInstanceOf(StatsException.class)
        .hasMessageStartingWith("chunk: expected a varint within the range of bigint");
  }

  private static RowAggregate chunk() throws NoSuchMethodException {
    return PackRows.kind(
            "chunk",
            ChunkRows.class.getMethod("accumulate", ByteBuffer.class, long.class, double.class),
            new byte[0],
            List.of(
                PackRows.Argument.of("at", DataTypes.VARINT, long.class).orElseThrow(),
                PackRows.Argument.of("value", DataTypes.DOUBLE, double.class).orElseThrow()),
            UnaryOperator.identity())
        .start()
        .apply(new int[] {0, 1});
  }
}
