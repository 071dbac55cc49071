/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.tdigest.Compression;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.cassandrastats.udf.tdigest.WeightedPoints;

/** How digests become one. */
public final class TdigestUnion {
  /** At least as many values as are buffered. */
  private static final int MOST_BUFFERED = 8192;

  private TdigestUnion() {}

  /**
   * The digest of the values of two digests together. Count, minimum and maximum are exact, and so
   * is everything up to 2k + 10 values, or k + 5 different ones. The smaller k of both is kept: no
   * union is more accurate than its parts.
   *
   * <p>It is the state function of {@code tdigest_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and buffers the values of digests of up to 128 values before {@code
   * tdigest_state} ends it.
   *
   * @param left a tdigest state, the serialized form of a MergingDigest of the t-digest library, or
   *     the empty blob; null gives null
   * @param right as {@code left}
   * @return the state, at most 32 + 16 x (2k + 10) bytes, of a merge as many as {@code
   *     tdigest_accumulate} returns; one of both as it is where the other one is empty
   * @throws IllegalArgumentException if either blob is no digest, or if the count would exceed 2^53
   */
  @CqlFunction(
      value = "tdigest_union",
      examples = "tdigest_count(tdigest_union(tdigest(position), tdigest(position))) = 10",
      aggregates =
          @Aggregate(
              value = "tdigest_merge",
              initial = Buffers.MERGE,
              finish = "tdigest_state",
              summary = "Digest of the values of all digests, for example those of a rollup table.",
              examples = "tdigest_max(tdigest_merge(tdigest_accumulate(0x, position))) = 1.0"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = TdigestState.isMerged(left) && !Buffers.shareBytes(left, right);
    boolean starts = Buffers.startsMerge(left);
    ByteBuffer only = left.remaining() == 0 ? right : left;
    int sides = 0;
    double[] means = new double[0];
    long[] weights = new long[0];
    int masses = 0;
    int k = TdigestState.MAXIMUM_K;
    int flags = 0;
    double minimum = Double.POSITIVE_INFINITY;
    double maximum = Double.NEGATIVE_INFINITY;
    // One loop, so that a body holds what reads a digest once. The right one comes first: if it is
    // small, the left one is not read.
    for (int side = 0; side < 2 && (side == 0 || (isOwn ? sides > 0 : !starts)); side++) {
      ByteBuffer blob = side == 0 ? right : left;
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
          if (side == 0 && (isOwn || (starts && !isImage))) {
            ByteBuffer begun = left;
            if (starts) {
              begun = MergedValues.start(view);
            }
            int fitting = MergedValues.fitting(begun, TdigestState.k(view), otherWeights, others);
            if (fitting > 0) {
              return MergedValues.append(
                  begun, otherMeans, otherWeights, others, fitting, least, greatest);
            }
          }
          minimum = Math.min(minimum, least);
          maximum = Math.max(maximum, greatest);
          k = Math.min(k, TdigestState.k(view));
          flags = view.get(TdigestState.FLAGS) & TdigestState.REVERSE;
          if (sides == 0) {
            means = otherMeans;
            weights = otherWeights;
            masses = others;
          } else {
            double[] bothMeans = new double[masses + others];
            long[] bothWeights = new long[masses + others];
            masses =
                merge(
                    means,
                    weights,
                    masses,
                    otherMeans,
                    otherWeights,
                    others,
                    bothMeans,
                    bothWeights);
            means = bothMeans;
            weights = bothWeights;
          }
          sides++;
        }
      }
    }
    if (sides < (starts ? 1 : 2)) {
      // A view that no state function takes for its own.
      return isOwn || starts ? left : only.slice();
    }
    long count = count(weights, masses);
    // A sum that is nearly full is not buffered in, so that each union counts.
    boolean isMerge = (isOwn || starts) && count <= TdigestState.MAXIMUM_COUNT - MOST_BUFFERED;
    int room = Math.min(TdigestState.maximumCentroids(k), 2 * masses);
    int size = starts ? only.limit() : TdigestState.DATA + TdigestState.CENTROID_SIZE * room;
    ByteBuffer sum = left;
    if (!isOwn || !isMerge || left.capacity() < size + Buffers.MERGED_TAIL) {
      sum = ByteBuffer.allocate(size + (isMerge ? Buffers.MERGED_TAIL : 0));
    }
    if (starts) {
      sum.put(only.duplicate());
      sum.position(0);
      sum.limit(size);
      return sum;
    }
    sum.putLong(0, TdigestState.header(k, flags));
    putDouble(sum, TdigestState.MINIMUM, minimum + 0.0);
    putDouble(sum, TdigestState.MAXIMUM, maximum + 0.0);
    Compression.write(sum, means, weights, masses);
    return sum;
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

  /** The number of values; more than 2^53 are refused. */
  private static long count(long[] weights, int masses) {
    long count = 0;
    for (int i = 0; i < masses; i++) {
      count += Math.abs(weights[i]);
    }
    if (count > TdigestState.MAXIMUM_COUNT) {
      throw new IllegalArgumentException("tdigest: the count would exceed 2^53");
    }
    return count;
  }
}
