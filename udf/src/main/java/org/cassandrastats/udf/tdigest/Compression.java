/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;

/**
 * Joins neighbouring masses into centroids.
 *
 * <p>A centroid may weigh at most {@code count / k x min(1.25, 2 (ln(count / 2k) + 6) q (1 - q))}
 * at both of the quantiles q between which it lies: the k_2 scale function, which keeps single
 * values in the tails, cut off at 1.25 k-ths of all values, so that no centroid hides much. The
 * first and the last mass are joined with nothing, and no centroid reaches across a gap of more
 * than a sixteenth of the range, inside which a quantile would be off by the part of the centroid
 * beyond it. A point that stands for many values stays alone, so that a quantile inside it is
 * exact; so do all points while two centroids for each, or one for a single value, fit.
 *
 * <p>Source: T. Dunning and O. Ertl, Computing Extremely Accurate Quantiles Using t-Digests, 2019
 * (arXiv:1902.04023).
 */
public final class Compression {
  /** No centroid weighs more than so many k-ths of all values, so that none hides much. */
  private static final double HEAVIEST = 1.25;

  /** The part of the range that no centroid reaches across: at most so many centroids more. */
  private static final double GAPS = 16;

  /**
   * How many times its weight a point that stands for several values counts against the limit: to
   * blur a point costs more than to join values that differ anyway.
   */
  private static final double POINT_GUARD = 6;

  /** More than any image has room for, and so little that the sum over all masses is a long. */
  private static final long NEVER_EXACT = 1L << 32;

  private Compression() {}

  /**
   * Writes the centroids of some masses into an image and turns the direction of the next merge.
   *
   * @param image starts at offset 0, has its preamble, and room for {@link
   *     TdigestState#maximumCentroids} or for two centroids for each mass; its limit is set to its
   *     end
   * @param means of the masses, strictly ascending
   * @param weights of the masses, negative for those that are spread; not 0
   * @param masses how many, at least 1
   */
  public static void write(ByteBuffer image, double[] means, long[] weights, int masses) {
    int k = TdigestState.k(image);
    boolean descends = (image.get(TdigestState.FLAGS) & TdigestState.REVERSE) != 0;
    long total = 0;
    long exact = 0;
    for (int i = 0; i < masses; i++) {
      total += Math.abs(weights[i]);
      exact += weights[i] < 0 ? NEVER_EXACT : Math.min(2, weights[i]);
    }
    double count = (double) total;
    int room = Math.min(TdigestState.maximumCentroids(k), 2 * masses);
    double[] centroidMeans = new double[room];
    long[] centroidWeights = new long[room];
    int first = descends ? masses - 1 : 0;
    int step = descends ? -1 : 1;
    int centroids = 0;
    int taken = 0;
    double tails = 2 / count * (Math.log(Math.max(1, count / (2 * k))) + 6);
    double gap = means[masses - 1] / GAPS - means[0] / GAPS;
    // Points that fit are kept as they are.
    double scale = exact <= room ? 0 : 1.0 / k;
    double guard = POINT_GUARD;
    while (taken < masses) {
      // A larger scale makes fewer centroids, so that this ends; at once, unless many values are
      // equal.
      centroids = 0;
      taken = 0;
      double closed = 0;
      while (taken < masses && centroids < room) {
        double mean = means[first + step * taken];
        long weight = weights[first + step * taken];
        taken++;
        // The first and the last mass are joined with nothing.
        boolean isOpen = taken > 1;
        double edge = closed * (count - closed);
        double limit = 0;
        while (isOpen && taken < masses - 1) {
          long more = weights[first + step * taken];
          long together = Math.abs(weight) + Math.abs(more);
          double end = closed + together;
          // That is count * scale * min(HEAVIEST, 2 * (ln(count / 2k) + 6) * q * (1 - q)).
          limit = scale * Math.min(HEAVIEST * count, tails * Math.min(edge, end * (count - end)));
          isOpen =
              together <= limit
                  && Math.abs(means[first + step * taken] - mean) <= gap
                  && (weight <= 1 || weight * guard <= limit)
                  && (more <= 1 || more * guard <= limit);
          if (isOpen) {
            mean = between(mean, means[first + step * taken], (double) Math.abs(more) / together);
            weight = -together;
            taken++;
          }
        }
        closed += Math.abs(weight);
        // Two equal means say that this is a point.
        if (weight > 1 && weight * guard > limit && centroids < room - 1) {
          centroidMeans[centroids] = mean;
          centroidWeights[centroids] = 1;
          centroids++;
          weight--;
        }
        centroidMeans[centroids] = mean;
        centroidWeights[centroids] = Math.abs(weight);
        centroids++;
      }
      scale = 1.1 * Math.max(scale, 1 / count);
      guard *= 0.8;
      gap *= 1.1;
    }
    for (int i = 0; i < centroids; i++) {
      int place = descends ? centroids - 1 - i : i;
      int offset = TdigestState.DATA + TdigestState.CENTROID_SIZE * i;
      image.limit(offset + TdigestState.CENTROID_SIZE);
      putDouble(image, offset, centroidMeans[place]);
      putLong(image, offset + 8, centroidWeights[place]);
    }
    putInt(image, TdigestState.CENTROIDS, centroids);
    putInt(image, TdigestState.BUFFERED, 0);
    image.put(TdigestState.FLAGS, (byte) (image.get(TdigestState.FLAGS) ^ TdigestState.REVERSE));
  }

  /** A mean moved towards a next one, between both whatever the rounding. */
  private static double between(double mean, double next, double share) {
    double moved = mean + (next - mean) * share;
    if (Math.abs(next - mean) > Double.MAX_VALUE) {
      moved = mean * (1 - share) + next * share;
    }
    return Math.max(Math.min(mean, next), Math.min(Math.max(mean, next), moved));
  }
}
