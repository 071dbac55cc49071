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
    long signs = 0;
    int heavy = 0;
    // Without branches, which nobody could foretell.
    for (int i = 0; i < masses; i++) {
      total += Math.abs(weights[i]);
      signs |= weights[i];
      heavy += (int) ((1 - weights[i]) >>> 63);
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
    double scale = signs >= 0 && masses + heavy <= room ? 0 : 1.0 / k;
    double guard = POINT_GUARD;
    double heaviest = HEAVIEST * count;
    // Most passes that would end too early are known without one.
    double[] limits = new double[scale > 0 && 2 * heavy > room ? masses : 0];
    fillLimits(limits, weights, first, step, count, tails);
    while (taken < masses) {
      // A larger scale makes fewer centroids, so that this ends; at once, unless many values are
      // equal.
      centroids = 0;
      taken = 0;
      double closed = 0;
      int fewest = fewest(limits, weights, first, step, scale, guard);
      // The last point is one centroid where there is no room for two.
      while (taken < masses && centroids < room && fewest <= room + 1) {
        double mean = means[first + step * taken];
        long weight = weights[first + step * taken];
        double guarded = weight > 1 ? weight * guard : 0;
        double held = Math.abs(weight);
        taken++;
        // The first and the last mass are joined with nothing.
        boolean isOpen = taken > 1;
        double edge = closed * (count - closed);
        double limit = 0;
        while (isOpen && taken < masses - 1) {
          double next = means[first + step * taken];
          long more = weights[first + step * taken];
          double added = Math.abs(more);
          double together = held + added;
          double end = closed + together;
          double nextEdge = end * (count - end);
          double steep = tails * (nextEdge < edge ? nextEdge : edge);
          // That is count * scale * min(HEAVIEST, 2 * (ln(count / 2k) + 6) * q * (1 - q)).
          limit = scale * (steep < heaviest ? steep : heaviest);
          isOpen =
              together <= limit
                  && guarded <= limit
                  && (more <= 1 || more * guard <= limit)
                  && Math.abs(next - mean) <= gap;
          if (isOpen) {
            mean = between(mean, next, added / together);
            held = together;
            guarded = 0;
            taken++;
          }
        }
        closed += held;
        // Two equal means say that this is a point.
        if (guarded > limit && centroids < room - 1) {
          centroidMeans[centroids] = mean;
          centroidWeights[centroids] = 1;
          centroids++;
          held--;
        }
        centroidMeans[centroids] = mean;
        centroidWeights[centroids] = (long) held;
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

  /**
   * For each mass, in the order of a pass, how much it may weigh at most, if it is a point, to be
   * joined with another one; but for the scale and the guard of the pass.
   *
   * @param limits receives them; empty if none are needed
   */
  private static void fillLimits(
      double[] limits, long[] weights, int first, int step, double count, double tails) {
    double before = 0;
    double edge = 0;
    for (int i = 0; i < limits.length; i++) {
      long weight = weights[first + step * i];
      double end = before + Math.abs(weight);
      double nextEdge = end * (count - end);
      double limit = Math.min(HEAVIEST * count, tails * Math.max(edge, nextEdge));
      limits[i] = weight > 1 ? limit : Double.MAX_VALUE;
      before = end;
      edge = nextEdge;
    }
  }

  /**
   * A number of centroids that a pass makes at least: two of each point that is certain to stay
   * alone, and one of the masses between two such points.
   *
   * @param limits of {@link #fillLimits}
   */
  private static int fewest(
      double[] limits, long[] weights, int first, int step, double scale, double guard) {
    int fewest = 0;
    int before = 1;
    for (int i = 0; i < limits.length; i++) {
      double room = scale * limits[i] - weights[first + step * i] * guard;
      // 1 if it is negative: a branch, which nobody could foretell, would take as long as a pass.
      int alone = (int) (Double.doubleToRawLongBits(room) >>> 63);
      fewest += 2 * alone + (before & ~alone);
      before = alone;
    }
    return fewest;
  }

  /** A mean moved towards a next one, not beyond it whatever the rounding. */
  private static double between(double mean, double next, double share) {
    double moved = mean + (next - mean) * share;
    if (Math.abs(next - mean) > Double.MAX_VALUE) {
      moved = mean * (1 - share) + next * share;
    }
    return (next > mean ? moved > next : moved < next) ? next : moved;
  }
}
