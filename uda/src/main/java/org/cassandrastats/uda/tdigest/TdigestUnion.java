/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.tdigest.TdigestImage;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.cassandrastats.udf.tdigest.WeightedPoints;

/** How digests become one. */
public final class TdigestUnion {
  private TdigestUnion() {}

  /**
   * The digest of the values of two digests together. Count, minimum and maximum are exact, and so
   * is everything up to 2k + 10 values, or k + 5 different ones. The smaller k of both is kept: no
   * union is more accurate than its parts.
   *
   * @param left a tdigest state, the serialized form of a MergingDigest of the t-digest library, or
   *     the empty blob; null gives null
   * @param right as {@code left}
   * @return the state, at most 32 + 16 x (2k + 10) bytes; one of both as it is where the other one
   *     is empty
   * @throws IllegalArgumentException if either blob is no digest, or if the count would exceed 2^53
   */
  @CqlFunction(
      value = "tdigest_union",
      examples = "tdigest_count(tdigest_union(tdigest(position), tdigest(position))) = 10",
      aggregates =
          @Aggregate(
              value = "tdigest_merge",
              finish = "tdigest_state",
              summary = "Digest of the values of all digests, for example those of a rollup table.",
              examples = "tdigest_max(tdigest_merge(tdigest_accumulate(0x, position))) = 1.0"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    ByteBuffer only = left.remaining() == 0 ? right : left;
    int sides = 0;
    double[] means = new double[0];
    long[] weights = new long[0];
    int masses = 0;
    int k = TdigestState.MAXIMUM_K;
    int flags = 0;
    double minimum = Double.POSITIVE_INFINITY;
    double maximum = Double.NEGATIVE_INFINITY;
    // One loop, so that a body holds what reads a digest once.
    for (int side = 0; side < 2; side++) {
      ByteBuffer blob = side == 0 ? left : right;
      if (blob.remaining() > 0) {
        ByteBuffer image = MergingDigestImage.converted(blob);
        ByteBuffer view = TdigestState.readable(image);
        only = sides == 0 ? view : only;
        if (view.limit() > TdigestState.VALUE) {
          double[] otherMeans = new double[TdigestState.maximumMasses(view)];
          long[] otherWeights = new long[otherMeans.length];
          int others = WeightedPoints.load(view, otherMeans, otherWeights);
          boolean isImage = view.limit() >= TdigestState.DATA;
          double least = isImage ? getDouble(view, TdigestState.MINIMUM) : otherMeans[0];
          double greatest = isImage ? getDouble(view, TdigestState.MAXIMUM) : otherMeans[0];
          minimum = Math.min(minimum, least);
          maximum = Math.max(maximum, greatest);
          k = Math.min(k, TdigestState.k(view));
          flags = sides == 0 ? view.get(TdigestState.FLAGS) & TdigestState.REVERSE : flags;
          double[] bothMeans = new double[masses + others];
          long[] bothWeights = new long[masses + others];
          int both =
              merge(
                  means, weights, masses, otherMeans, otherWeights, others, bothMeans, bothWeights);
          means = bothMeans;
          weights = bothWeights;
          masses = both;
          sides++;
        }
      }
    }
    if (sides < 2) {
      // A view that no state function takes for its own.
      return only.slice();
    }
    requireCount(weights, masses);
    return TdigestImage.of(means, weights, masses, minimum, maximum, k, flags);
  }

  /** Merges masses in strictly ascending order; equal means become one mass, spread if both are. */
  private static int merge(
      double[] means,
      long[] weights,
      int masses,
      double[] otherMeans,
      long[] otherWeights,
      int others,
      double[] bothMeans,
      long[] bothWeights) {
    int both = 0;
    int mass = 0;
    int other = 0;
    while (mass < masses || other < others) {
      boolean isOther = mass == masses || (other < others && otherMeans[other] < means[mass]);
      double mean = isOther ? otherMeans[other] : means[mass];
      long weight = isOther ? otherWeights[other] : weights[mass];
      if (isOther) {
        other++;
      } else {
        mass++;
      }
      if (both > 0 && bothMeans[both - 1] == mean) {
        boolean isSpread = bothWeights[both - 1] < 0 && weight < 0;
        long together = Math.abs(bothWeights[both - 1]) + Math.abs(weight);
        bothWeights[both - 1] = isSpread ? -together : together;
      } else {
        bothMeans[both] = mean;
        bothWeights[both] = weight;
        both++;
      }
    }
    return both;
  }

  private static void requireCount(long[] weights, int masses) {
    long count = 0;
    for (int i = 0; i < masses; i++) {
      count += Math.abs(weights[i]);
    }
    if (count > TdigestState.MAXIMUM_COUNT) {
      throw new IllegalArgumentException("tdigest: the count would exceed 2^53");
    }
  }
}
