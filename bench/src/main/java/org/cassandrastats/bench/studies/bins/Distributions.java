/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.udf.histogram.Histogram;

/**
 * Generated distributions, one for each record: how many of some values fall into each of 100 bins.
 * Most values are around a centre, which differs from record to record, and some are anywhere.
 */
final class Distributions {
  /** Bins of a distribution. */
  static final int BINS = 100;

  private static final int VALUES = 500;
  private static final double ANYWHERE = 0.3;

  private final int[][] counts;
  private final ByteBuffer[] states;

  private Distributions(int[][] counts, ByteBuffer... states) {
    this.counts = counts;
    this.states = states;
  }

  /** Generates distributions; the same arguments give the same ones. */
  static Distributions generate(int records, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[][] counts = new int[records][BINS];
    ByteBuffer[] states = new ByteBuffer[records];
    for (int record = 0; record < records; record++) {
      double centre = random.nextDouble(BINS);
      double width = random.nextDouble(3, 20);
      ByteBuffer state = ByteBuffer.allocate(0);
      for (int i = 0; i < VALUES; i++) {
        double value =
            random.nextDouble() < ANYWHERE
                ? random.nextDouble(BINS)
                : centre + width * random.nextGaussian();
        int bin = (int) Math.min(BINS - 1, Math.max(0, Math.floor(value)));
        counts[record][bin]++;
        state = accumulated(state, bin);
      }
      states[record] = Histogram.state(state);
    }
    return new Distributions(counts, states);
  }

  private static ByteBuffer accumulated(ByteBuffer state, int bin) {
    return HistogramAggregates.accumulate(state, bin + 0.5, 0, BINS, BINS);
  }

  /** The state of a single value in a bin. */
  static ByteBuffer single(int bin) {
    return accumulated(ByteBuffer.allocate(0), bin);
  }

  /** The counts of a state. */
  static int[] counts(ByteBuffer state) {
    return Histogram.counts(state).stream().mapToInt(Long::intValue).toArray();
  }

  /** How many records there are. */
  int size() {
    return counts.length;
  }

  /** The counts of a record; not to be changed. */
  int[] counts(int record) {
    return counts[record];
  }

  /** A histogram state of the same counts. */
  ByteBuffer state(int record) {
    return states[record].duplicate();
  }

  /** The bin of a record that updates increment. */
  static int updatedBin(int record) {
    // Prime to the number of bins, so that all bins have their turn.
    return (int) (37L * record % BINS);
  }
}
