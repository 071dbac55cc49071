/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.util.Arrays;

/** Points as they are read. */
final class PointsBuilder {
  private static final int FIRST = 256;

  private long[] times = new long[FIRST];
  private long[] bits = new long[FIRST];
  private int count;
  private boolean isRising = true;

  void add(long time, long bitsOfValue) {
    if (count == times.length) {
      times = Arrays.copyOf(times, 2 * count);
      bits = Arrays.copyOf(bits, 2 * count);
    }
    isRising &= count == 0 || time > times[count - 1];
    times[count] = time;
    bits[count] = bitsOfValue;
    count++;
  }

  /** Whether each time was later than the one before. */
  boolean isRising() {
    return isRising;
  }

  /** The points, of one time the last that was added. */
  Points build() {
    return count == 0 ? Points.NONE : Points.of(times, bits, count);
  }
}
