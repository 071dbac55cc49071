/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How far, in rank, quantiles of stored digests are off: 3,000 random columns of ten shapes, 32 to
 * 32,000 values each, in random, ascending and half descending order, 20 quantiles each. An answer
 * has an interval of ranks, from the part of the values below it to the part at most it; the error
 * is the distance to that interval, in which a row more or less does not count.
 */
class RankErrorTest {
  private static final int COLUMNS = 3_000;
  private static final int QUANTILES = 20;
  private static final long SEED = 20261122;

  @ParameterizedTest
  @CsvSource({"100, 1, 1, 0.2", "200, 1, 0.5, 0.1", "200, 20, 0.5, 0.1", "400, 1, 0.25, 0.05"})
  void should_stay_within_what_is_promised_for_k(
      int k, int parts, double mostPercent, double mostOfNinetyNine) {
    Random random = new Random(SEED);
    double[] errors = new double[COLUMNS * QUANTILES];
    long bytes = 0;
    int largest = 0;
    for (int column = 0; column < COLUMNS; column++) {
      double[] values = column(column % 10, random);
      ByteBuffer digest = digest(values, k, parts);
      bytes += digest.remaining();
      largest = Math.max(largest, digest.remaining());
      Arrays.sort(values);
      for (int i = 0; i < QUANTILES; i++) {
        double quantile = i < 10 ? random.nextDouble() : (i - 9) / 11.0;
        errors[column * QUANTILES + i] =
            error(values, quantile, Tdigest.quantile(digest, quantile));
      }
    }
    Arrays.sort(errors);
    double most = 100 * errors[errors.length - 1];
    double ninetyNine = 100 * errors[errors.length * 99 / 100];
    System.out.printf(
        "tdigest k=%d of %d parts, seed %d: rank error at most %.2f %%, of 99 in 100 quantiles"
            + " %.3f %%; %d bytes on average, at most %d%n",
        k, parts, SEED, most, ninetyNine, bytes / COLUMNS, largest);

    assertThat(most).isLessThanOrEqualTo(mostPercent);
    assertThat(ninetyNine).isLessThanOrEqualTo(mostOfNinetyNine);
    assertThat(largest).isLessThanOrEqualTo(TdigestState.maximumSize(k));
  }

  private static ByteBuffer digest(double[] values, int k, int parts) {
    ByteBuffer digest = Blobs.none();
    for (int part = 0; part < parts; part++) {
      int from = values.length * part / parts;
      int to = values.length * (part + 1) / parts;
      ByteBuffer stored = Digests.of(k, Arrays.copyOfRange(values, from, to));
      digest = Blobs.stored(TdigestUnion.union(digest, stored));
    }
    return digest;
  }

  private static double error(double[] sorted, double quantile, double answer) {
    double below = below(sorted, answer) / (double) sorted.length;
    double most = below(sorted, Math.nextUp(answer)) / (double) sorted.length;
    double distance = Math.max(below - quantile, quantile - most);
    return Math.max(0, distance - 1.0 / sorted.length);
  }

  /** How many values are less. */
  private static int below(double[] sorted, double limit) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double[] column(int shape, Random random) {
    int size = (int) Math.pow(10, 1.5 + 3 * random.nextDouble());
    double spread = 0.3 + 2 * random.nextDouble();
    double part = random.nextDouble();
    double[] steps = new double[(int) Math.pow(10, 0.3 + 2.9 * random.nextDouble())];
    double skew = 3 * random.nextDouble();
    for (int i = 0; i < steps.length; i++) {
      steps[i] = (i == 0 ? 0 : steps[i - 1]) + Math.pow(random.nextDouble(), skew) + 1e-9;
    }
    DoubleSupplier next =
        switch (shape) {
          case 0 -> random::nextDouble;
          case 1 -> random::nextGaussian;
          case 2 -> () -> -Math.log(1 - random.nextDouble());
          case 3 -> () -> Math.exp(spread * random.nextGaussian());
          case 4 -> () -> Math.pow(1 - random.nextDouble(), -1 / spread);
          // Two to 1,600 different values that occur more and less often.
          case 5 ->
              () -> {
                double at = random.nextDouble() * steps[steps.length - 1];
                return Math.abs(Arrays.binarySearch(steps, at));
              };
          case 6 -> () -> Math.rint(steps.length * random.nextGaussian() / 6);
          case 7 -> () -> Math.floor(10 * Math.exp(spread * random.nextGaussian()));
          // Some values that occur often among others that do not.
          case 8 ->
              () -> random.nextDouble() < part ? random.nextInt(12) : 12 * random.nextDouble();
          // Two heaps, far from each other.
          default ->
              () -> random.nextDouble() < part ? random.nextGaussian() : 50 + random.nextGaussian();
        };
    double[] values = new double[size];
    Arrays.setAll(values, i -> next.getAsDouble());
    int order = random.nextInt(4);
    if (order < 2) {
      Arrays.sort(values);
    }
    for (int i = 0; order == 0 && i < size / 4; i++) {
      double value = values[i];
      values[i] = values[size / 2 - i];
      values[size / 2 - i] = value;
    }
    return values;
  }
}
