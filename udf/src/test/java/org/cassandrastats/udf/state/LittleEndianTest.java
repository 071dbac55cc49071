/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class LittleEndianTest {
  @Test
  void should_agree_with_a_buffer_of_that_order() {
    ByteBuffer buffer = ByteBuffer.allocate(24);
    LittleEndian.putLong(buffer, 0, 0x0102030405060708L);
    LittleEndian.putInt(buffer, 8, 0x0a0b0c0d);
    LittleEndian.putDouble(buffer, 16, -1.5);

    ByteBuffer oracle = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    assertThat(oracle.getLong(0)).isEqualTo(0x0102030405060708L);
    assertThat(oracle.getInt(8)).isEqualTo(0x0a0b0c0d);
    assertThat(oracle.getDouble(16)).isEqualTo(-1.5);
    assertThat(LittleEndian.getLong(buffer, 0)).isEqualTo(0x0102030405060708L);
    assertThat(LittleEndian.getInt(buffer, 8)).isEqualTo(0x0a0b0c0d);
    assertThat(LittleEndian.getDouble(buffer, 16)).isEqualTo(-1.5);
  }

  /** The interpreter and compiled code keep different payloads of the same NaN. */
  @Test
  void should_write_every_nan_as_the_same_bytes() {
    ByteBuffer buffer = ByteBuffer.allocate(8);

    LittleEndian.putDouble(buffer, 0, Double.longBitsToDouble(0xfff8000000000123L));

    assertThat(LittleEndian.getLong(buffer, 0)).isEqualTo(0x7ff8000000000000L);
  }
}
