/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BufferedOrderTest {
  private static final int VALUES = 839;
  private static final long SEED = 20261121;

  static Stream<Arguments> columns() {
    return Stream.of(
        column("uniform from 20 to 21", value -> 20 + Math.abs(Math.sin(value))),
        column("both signs", value -> value),
        column("many magnitudes of both signs", value -> Math.copySign(Math.exp(value * 9), value)),
        column("negative", value -> -1 - Math.abs(value)),
        column("few different values", value -> Math.rint(value * 2)),
        column("neighbouring doubles", value -> 1 + Math.rint(value * 8) * Math.ulp(1.0)),
        column("subnormal", value -> Math.rint(value * 8) * Double.MIN_VALUE),
        column("the largest", value -> Math.copySign(Double.MAX_VALUE, value)));
  }

  private static Arguments column(String name, DoubleUnaryOperator ofGaussian) {
    return Arguments.of(name + ", seed " + SEED, ofGaussian);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("columns")
  void should_keep_every_value_and_sort_by_the_first_bits_that_differ(
      String name, DoubleUnaryOperator ofGaussian) {
    Random random = new Random(SEED);
    double[] values =
        DoubleStream.generate(random::nextGaussian)
            .limit(VALUES)
            .map(ofGaussian)
            .map(value -> value + 0.0)
            .toArray();
    ByteBuffer state = buffered(values);
    byte[] head = head(state);

    BufferedOrder.approximate(state);

    double[] ordered = values(state);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    assertThat(firstBits(ordered)).isSorted();
    Arrays.sort(ordered);
    assertThat(ordered).isEqualTo(sorted);
    assertThat(head(state)).isEqualTo(head);
  }

  private static ByteBuffer buffered(double[] values) {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (double value : values) {
      state = TdigestAggregates.accumulate(state, value);
    }
    return state;
  }

  private static byte[] head(ByteBuffer state) {
    byte[] head = new byte[TdigestState.DATA];
    state.duplicate().get(head);
    return head;
  }

  private static double[] values(ByteBuffer state) {
    double[] values = new double[VALUES];
    state
        .duplicate()
        .position(TdigestState.DATA)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asDoubleBuffer()
        .get(values);
    return values;
  }

  /** Twenty binary digits of each value, from the first on that is not the same in all. */
  private static List<String> firstBits(double[] values) {
    List<String> digits = Arrays.stream(values).mapToObj(BufferedOrderTest::digits).toList();
    String first = digits.get(0);
    int common = 0;
    while (common < 44 && allStartWith(digits, first.substring(0, common + 1))) {
      common++;
    }
    int start = common;
    return digits.stream().map(all -> all.substring(start, start + 20)).toList();
  }

  private static boolean allStartWith(List<String> digits, String prefix) {
    return digits.stream().allMatch(all -> all.startsWith(prefix));
  }

  /** 64 binary digits that are ordered as the doubles are. */
  private static String digits(double value) {
    long magnitude = Double.doubleToLongBits(Math.abs(value));
    BigInteger fromZero = BigInteger.valueOf(value < 0 ? -magnitude - 1 : magnitude);
    String digits = BigInteger.ONE.shiftLeft(63).add(fromZero).toString(2);
    return "0".repeat(64 - digits.length()) + digits;
  }
}
