/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PackedColumnTest {
  private static final long SEED = 20261122;
  private static final PackedColumn FLOATS = new PackedColumn("f", true);
  private static final PackedColumn DOUBLES = new PackedColumn("d", false);

  @Test
  void should_bring_every_float_back_bit_for_bit() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    int[] special = {
      0,
      0x80000000,
      1,
      0x7f7fffff,
      0x7f800000,
      0xff800000,
      0x7fc00000,
      0xffc00000,
      0x7f800001,
      0xff800001,
      0x7fffffff,
      0xffffffff
    };
    for (int i = 0; i < 1_000_000; i++) {
      int bits = i < special.length ? special[i] : random.nextInt();
      ByteBuffer value = ByteBuffer.allocate(Float.BYTES).putInt(bits).flip();

      long packed = FLOATS.bits(value);

      assertThat(FLOATS.value(packed).getInt(0)).isEqualTo(bits);
      float expected = Float.intBitsToFloat(bits);
      assertThat(Double.longBitsToDouble(packed)).isEqualTo(Double.valueOf(expected));
    }
  }

  @Test
  void should_leave_doubles_as_they_are() {
    for (long bits : new long[] {0, Long.MIN_VALUE, 0x7ff0000000000001L, -1L, 42}) {
      ByteBuffer value = ByteBuffer.allocate(Double.BYTES).putLong(bits).flip();

      assertThat(DOUBLES.bits(value)).isEqualTo(bits);
      assertThat(DOUBLES.value(bits)).isEqualTo(value);
    }
  }

  @Test
  void should_read_a_value_from_where_it_begins() {
    ByteBuffer value = ByteBuffer.allocate(20).putInt(7).putLong(1234).limit(12).position(4);

    assertThat(DOUBLES.bits(value)).isEqualTo(1234);
    assertThat(value.position()).isEqualTo(4);
  }
}
