/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.CounterColumnType;
import org.apache.cassandra.db.marshal.DecimalType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.FloatType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.IntegerType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.ShortType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NumberArgumentTest {
  static Stream<Arguments> numbers() {
    return Stream.of(
        Arguments.of(ByteType.instance, ByteType.instance.decompose((byte) -7), -7.0),
        Arguments.of(ShortType.instance, ShortType.instance.decompose((short) -300), -300.0),
        Arguments.of(Int32Type.instance, Int32Type.instance.decompose(1 << 30), 0x1p30),
        Arguments.of(LongType.instance, LongType.instance.decompose(-(1L << 60)), -0x1p60),
        Arguments.of(CounterColumnType.instance, LongType.instance.decompose(12L), 12.0),
        Arguments.of(
            IntegerType.instance, IntegerType.instance.decompose(BigInteger.valueOf(99)), 99.0),
        // Of an int and of a bigint column: not as short as a varint is written.
        Arguments.of(IntegerType.instance, Int32Type.instance.decompose(-7), -7.0),
        Arguments.of(IntegerType.instance, LongType.instance.decompose(-(1L << 60)), -0x1p60),
        Arguments.of(
            IntegerType.instance,
            IntegerType.instance.decompose(BigInteger.ONE.shiftLeft(80)),
            0x1p80),
        Arguments.of(FloatType.instance, FloatType.instance.decompose(1.5f), 1.5),
        Arguments.of(DoubleType.instance, DoubleType.instance.decompose(-0.1), -0.1),
        Arguments.of(
            DecimalType.instance, DecimalType.instance.decompose(new BigDecimal("12.50")), 12.5));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void should_read_a_number_as_a_double(AbstractType<?> type, ByteBuffer bytes, double expected) {
    NumberArgument argument = new NumberArgument(type, double.class);
    argument.set(bytes);

    assertThat(argument.isNull()).isFalse();
    assertThat(argument.asDouble()).isEqualTo(expected);
    assertThat(argument.value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void should_read_a_number_inside_a_larger_buffer(
      AbstractType<?> type, ByteBuffer bytes, double expected) {
    ByteBuffer larger = ByteBuffer.allocate(bytes.remaining() + 10);
    larger.position(3);
    larger.put(bytes.duplicate());
    larger.limit(larger.position());
    larger.position(3);
    NumberArgument argument = new NumberArgument(type, double.class);
    argument.set(larger);

    assertThat(argument.asDouble()).isEqualTo(expected);
    assertThat(larger.position()).isEqualTo(3);
  }

  /** A literal is the same buffer for every row. */
  @ParameterizedTest
  @MethodSource("numbers")
  @SuppressWarnings("ReferenceEquality")
  void should_read_the_same_buffer_again_between_others(
      AbstractType<?> type, ByteBuffer bytes, double expected) {
    NumberArgument argument = new NumberArgument(type, double.class);
    ByteBuffer zero = ByteBuffer.allocate(bytes.remaining());
    for (ByteBuffer next : new ByteBuffer[] {bytes, bytes, null, null, bytes, zero, bytes}) {
      argument.set(next);

      assertThat(argument.isNull()).isEqualTo(next == null);
      if (next == bytes) {
        assertThat(argument.asDouble()).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void should_take_null_and_the_empty_value_for_null(
      AbstractType<?> type, ByteBuffer bytes, double expected) {
    NumberArgument argument = new NumberArgument(type, double.class);
    argument.set(bytes);
    argument.set(null);
    assertThat(argument.isNull()).isTrue();
    assertThat(argument.value()).isNull();

    argument.set(bytes);
    assertThat(argument.value()).isEqualTo(expected);
    argument.set(ByteBuffer.allocate(0));
    assertThat(argument.isNull()).isTrue();
  }

  @Test
  void should_keep_all_bits_of_a_bigint() {
    NumberArgument argument = new NumberArgument(LongType.instance, long.class);
    argument.set(LongType.instance.decompose(Long.MAX_VALUE - 1));

    assertThat(argument.asLong()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(argument.value()).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void should_refuse_a_varint_that_no_bigint_holds() {
    NumberArgument argument = new NumberArgument(IntegerType.instance, long.class);
    argument.set(IntegerType.instance.decompose(BigInteger.valueOf(Long.MIN_VALUE)));
    assertThat(argument.asLong()).isEqualTo(Long.MIN_VALUE);

    ByteBuffer beyond =
        IntegerType.instance.decompose(BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE));
    argument.set(beyond);
    assertThat(argument.isNull()).isFalse();
    assertThatThrownBy(argument::asLong)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a varint within the range of bigint")
        .hasMessageContaining("65 bits");

    argument.set(LongType.instance.decompose(3L));
    assertThat(argument.asLong()).isEqualTo(3);
  }

  @Test
  void should_give_an_infinite_double_for_a_varint_beyond_its_range() {
    NumberArgument argument = new NumberArgument(IntegerType.instance, double.class);
    argument.set(IntegerType.instance.decompose(BigInteger.ONE.shiftLeft(2000).negate()));

    assertThat(argument.asDouble()).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}
