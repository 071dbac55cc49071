/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.rollup.internal.chunk.PackedColumn.Kind;
import org.junit.jupiter.api.Test;

final class PackedColumnTest {
  private static final long SEED = 20261122;
  private static final PackedColumn FLOATS = new PackedColumn("f", Kind.FLOAT);
  private static final PackedColumn DOUBLES = new PackedColumn("d", Kind.DOUBLE);
  private static final PackedColumn INTS = new PackedColumn("n", Kind.INT);
  private static final PackedColumn BIGINTS = new PackedColumn("big", Kind.BIGINT);

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

  @Test
  void should_bring_every_integer_back() {
    long[] numbers = {0, -7, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE};
    long[] times = {1, 2, 3, 4, 5};

    assertThat(BIGINTS.decode(BIGINTS.encode(times, numbers))).isEqualTo(numbers);
    for (long number : numbers) {
      ByteBuffer value = ByteBuffer.allocate(Long.BYTES).putLong(number).flip();
      assertThat(BIGINTS.bits(value)).isEqualTo(number);
      assertThat(BIGINTS.value(number)).isEqualTo(value);
    }
    for (int number : new int[] {0, -7, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      ByteBuffer value = ByteBuffer.allocate(Integer.BYTES).putInt(number).flip();
      assertThat(INTS.bits(value)).isEqualTo(number);
      assertThat(INTS.value(number)).isEqualTo(value);
    }
  }

  @Test
  void should_refuse_what_is_of_another_type() {
    ByteBuffer fractions = DOUBLES.encode(new long[] {1}, new long[] {0x3ff8000000000000L});

    assertThatThrownBy(() -> INTS.value(1L << 31))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("holds 2147483648, which is not of its type int");
    assertThatThrownBy(() -> INTS.decode(fractions))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 1.5");
  }

  @Test
  void should_remember_the_type_in_the_definition() {
    assertThat(PackedColumn.of(Map.of("n", "int"))).containsExactly(INTS);
    assertThat(PackedColumn.of(Map.of("big", "bigint"))).containsExactly(BIGINTS);
    assertThatThrownBy(() -> PackedColumn.of(Map.of("n", "decimal")))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("of the type decimal");
  }
}
