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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1, 42, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void should_pack_ints_as_the_doubles_that_they_equal(int number) {
    ByteBuffer value = ByteBuffer.allocate(Integer.BYTES).putInt(number).flip();

    assertThat(Double.longBitsToDouble(INTS.bits(value))).isEqualTo(number);
    assertThat(INTS.value(INTS.bits(value))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -7, 1L << 53, -(1L << 53), (1L << 53) + 2, 1L << 62, Long.MIN_VALUE})
  void should_pack_bigints_that_equal_doubles(long number) {
    ByteBuffer value = bigint(number);

    assertThat(Double.longBitsToDouble(BIGINTS.bits(value))).isEqualTo((double) number);
    assertThat(BIGINTS.value(BIGINTS.bits(value))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(longs = {(1L << 53) + 1, -(1L << 53) - 1, Long.MAX_VALUE, Long.MIN_VALUE + 1})
  void should_refuse_bigints_that_no_double_equals(long number) {
    assertThatThrownBy(() -> BIGINTS.bits(bigint(number)))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("The column big has the value " + number);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, -0.0, Double.NaN, Double.POSITIVE_INFINITY, 0x1p31, 0x1p63})
  void should_refuse_doubles_that_are_not_ints(double number) {
    assertThatThrownBy(() -> INTS.value(Double.doubleToRawLongBits(number)))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("holds " + number + ", which is not of its type int");
  }

  @Test
  void should_refuse_a_double_above_all_bigints() {
    assertThat(BIGINTS.value(Double.doubleToRawLongBits(0x1p31))).isEqualTo(bigint(1L << 31));
    assertThatThrownBy(() -> BIGINTS.value(Double.doubleToRawLongBits(0x1p63)))
        .isInstanceOf(StatsException.class);
  }

  @Test
  void should_remember_the_type_in_the_definition() {
    assertThat(PackedColumn.of(Map.of("n", "int"))).containsExactly(INTS);
    assertThat(PackedColumn.of(Map.of("big", "bigint"))).containsExactly(BIGINTS);
    assertThatThrownBy(() -> PackedColumn.of(Map.of("n", "decimal")))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("of the type decimal");
  }

  private static ByteBuffer bigint(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).flip();
  }
}
