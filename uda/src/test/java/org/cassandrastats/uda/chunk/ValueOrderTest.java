/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Any finite values are sorted as the library of Java sorts them. */
class ValueOrderTest {
  private static final int[] COUNTS = {1, 2, 3, 63, 1000, 4095, 4096, 8192};

  private static void assertSorted(String name, IntToDoubleFunction value) {
    for (int count : COUNTS) {
      double[] values = new double[count + 1];
      for (int i = 0; i < count; i++) {
        values[i] = value.applyAsDouble(i) + 0.0;
      }
      // What is behind the values stays there.
      values[count] = Double.NEGATIVE_INFINITY;
      double[] expected = values.clone();
      Arrays.sort(expected, 0, count);

      ValueOrder.sort(values, count, new long[count]);

      assertThat(values).as("%s, %d values", name, count).containsExactly(expected);
    }
  }

  @Test
  void should_sort_values_of_any_size() {
    Random random = new Random(42);
    assertSorted("uniform", i -> random.nextDouble());
    assertSorted("normal", i -> random.nextGaussian());
    assertSorted(
        "of any size", i -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300));
    assertSorted("few", i -> random.nextInt(5) - 2);
    assertSorted("equal", i -> 7);
    assertSorted("descending", i -> -i);
    assertSorted("at the ends", i -> (i % 2 == 0 ? 1 : -1) * Double.MAX_VALUE / (1 + i % 7));
    assertSorted("tiny", i -> (random.nextInt(9) - 4) * Double.MIN_VALUE);
  }

  /** The first digits tell nothing of these, so that insertion alone would take far too long. */
  @Test
  void should_sort_values_that_differ_in_their_last_bits() {
    Random random = new Random(42);
    assertSorted("near 1", i -> i == 0 ? -1e300 : 1 + random.nextInt(1 << 20) * Math.ulp(1.0));
    assertSorted("down to 1", i -> i == 0 ? -1e300 : 1 + (8192 - i) * Math.ulp(1.0));
  }
}
