/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.udf.annotation.CqlFunction;

/**
 * What a digest says of itself. The rules for null, empty and bad states are in {@link Tdigest}.
 */
public final class TdigestAccessors {
  private TdigestAccessors() {}

  /**
   * Whether a blob is a tdigest state: of this pack, or of Apache DataSketches.
   *
   * @param state any blob; null gives null
   * @return true for the empty blob, the state of no rows
   */
  @CqlFunction(
      value = "tdigest_is_valid",
      calledOnNullInput = true,
      examples = {"tdigest_is_valid(tdigest(position)) = true", "tdigest_is_valid(0x00) = false"})
  public static Boolean isValid(ByteBuffer state) {
    if (state == null) {
      return null;
    }
    if (state.remaining() == 0) {
      return true;
    }
    try {
      TdigestCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * Number of values.
   *
   * @param state a tdigest state; null or empty gives null, the 8-byte image of no values 0
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_count",
      calledOnNullInput = true,
      examples = "tdigest_count(tdigest(position)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TdigestState.readable(state);
    long count = TdigestState.count(view);
    return count;
  }

  /**
   * Smallest value, exact.
   *
   * @param state a tdigest state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_min",
      calledOnNullInput = true,
      examples = "tdigest_min(tdigest(position)) = -1.0")
  public static Double min(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() == TdigestState.VALUE) {
      return null;
    }
    int offset = view.limit() < TdigestState.DATA ? TdigestState.VALUE : TdigestState.MINIMUM;
    return getDouble(view, offset) + 0.0;
  }

  /**
   * Largest value, exact.
   *
   * @param state a tdigest state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_max",
      calledOnNullInput = true,
      examples = "tdigest_max(tdigest(position)) = 1.0")
  public static Double max(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() == TdigestState.VALUE) {
      return null;
    }
    int offset = view.limit() < TdigestState.DATA ? TdigestState.VALUE : TdigestState.MAXIMUM;
    return getDouble(view, offset) + 0.0;
  }

  /**
   * What the digest knows of its values: means and how many values each stands for, in ascending
   * order. Equal means are one.
   *
   * @param state a tdigest state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_centroids",
      calledOnNullInput = true,
      examples = "tdigest_centroids(tdigest(position)) = {-1.0:2,0.0:2,1.0:1}")
  public static Map<Double, Long> centroids(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() == TdigestState.VALUE) {
      return null;
    }
    double[] means = new double[TdigestState.maximumMasses(view)];
    long[] weights = new long[means.length];
    int masses = WeightedPoints.load(view, means, weights);
    Map<Double, Long> centroids = new LinkedHashMap<Double, Long>();
    for (int i = 0; i < masses; i++) {
      centroids.put(means[i], Math.abs(weights[i]));
    }
    return centroids;
  }

  /**
   * The digest in words: count, minimum, quartiles, 99th percentile, maximum and k.
   *
   * @param state a tdigest state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_text",
      calledOnNullInput = true,
      examples =
          "tdigest_text(tdigest(position)) = 'tdigest count=5 min=-1.0 p25=-1.0 p50=0.0 p75=0.0 p99=1.0 max=1.0 k=200'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    StringBuilder text = new StringBuilder();
    text.append("tdigest count=").append((long) count).append(" min=").append(knots[0]);
    for (int percent = 25; percent < 100; percent += percent == 75 ? 24 : 25) {
      double position = InterpolationPoints.position(percent / 100.0, count);
      double value = InterpolationPoints.value(knots, position);
      text.append(" p").append(percent).append('=').append(value);
    }
    text.append(" max=").append(knots[knots.length - 4]);
    int k = TdigestState.k(state.slice());
    return text.append(" k=").append(k).toString();
  }
}
