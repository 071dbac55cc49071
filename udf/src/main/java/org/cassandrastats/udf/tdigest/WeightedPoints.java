/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a digest knows of its values: masses in strictly ascending order. A mass is a point, all of
 * whose values are equal, or it is spread around its mean.
 *
 * <p>Points are: values of weight 1, buffered values, means that occur more than once (all that
 * lies between two equal means equals them), and means that are the minimum or the maximum.
 */
public final class WeightedPoints {
  /** How far, as a part of their size, means may be out of order: other libraries round them. */
  private static final double ROUNDING = 1e-12;

  private WeightedPoints() {}

  /**
   * Reads the masses of a state whose structure is checked.
   *
   * @param state starts at offset 0
   * @param means receives the means; as long as {@link TdigestState#maximumMasses}
   * @param weights receives the weights, negative for masses that are spread
   * @return the number of masses
   * @throws IllegalArgumentException if means do not ascend from the minimum to the maximum, but
   *     for rounding, if a value is outside of them, or if weights are not from 1 to 2^53 together
   */
  public static int load(ByteBuffer state, double[] means, long[] weights) {
    // A state of one value has nothing but this value behind its head.
    boolean isOne = state.limit() < TdigestState.DATA;
    int centroids = isOne ? 0 : getInt(state, TdigestState.CENTROIDS);
    int buffered = isOne ? 1 : getInt(state, TdigestState.BUFFERED);
    double minimum = getDouble(state, isOne ? TdigestState.VALUE : TdigestState.MINIMUM);
    double maximum = getDouble(state, isOne ? TdigestState.VALUE : TdigestState.MAXIMUM);
    double[] values = new double[buffered];
    int valuesOffset =
        isOne ? TdigestState.VALUE : TdigestState.DATA + TdigestState.CENTROID_SIZE * centroids;
    for (int i = 0; i < buffered; i++) {
      values[i] = getDouble(state, valuesOffset + 8 * i);
    }
    Arrays.sort(values);
    if (buffered > 0 && !(values[0] >= minimum && values[buffered - 1] <= maximum)) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected values from "
              + minimum
              + " to "
              + maximum
              + ", found "
              + values[0]
              + " to "
              + values[buffered - 1]);
    }
    double before = minimum;
    double last = minimum;
    long count = buffered;
    // Where the minimum or maximum is in an end centroid of other values, it is taken out of it.
    boolean hidesMinimum =
        centroids > 0
            && (buffered == 0 || values[0] > minimum)
            && getLong(state, TdigestState.DATA + 8) > 1
            && getDouble(state, TdigestState.DATA) > minimum;
    boolean hidesMaximum = centroids > 0 && (buffered == 0 || values[buffered - 1] < maximum);
    int masses = 0;
    // Before the buffered values, which may be below that centroid.
    if (hidesMinimum) {
      means[0] = minimum;
      weights[0] = 1;
      masses = 1;
    }
    int centroid = 0;
    int value = 0;
    while (centroid < centroids || value < buffered) {
      int offset = TdigestState.DATA + TdigestState.CENTROID_SIZE * centroid;
      double mean = 0;
      long weight = 1;
      if (centroid < centroids
          && (value == buffered || getDouble(state, offset) <= values[value])) {
        mean = getDouble(state, offset);
        weight = getLong(state, offset + 8);
        if (!(mean >= before - ROUNDING * Math.abs(before))
            || !(mean <= maximum + ROUNDING * Math.abs(maximum))
            || weight < 1
            || weight > TdigestState.MAXIMUM_COUNT - count) {
          throw new IllegalArgumentException(
              "not a tdigest state: expected means in ascending order from "
                  + minimum
                  + " to "
                  + maximum
                  + " and weights from 1 to 2^53 together, found "
                  + mean
                  + " of "
                  + weight
                  + " after "
                  + before);
        }
        before = mean;
        count += weight;
        mean = mean < minimum ? minimum : mean > maximum ? maximum : mean;
        centroid++;
        if (centroid == 1 && hidesMinimum) {
          weight--;
          mean = Math.min(maximum, mean + (mean - minimum) / weight);
        }
        if (centroid == centroids && hidesMaximum && weight > 1 && mean < maximum) {
          weight--;
          mean = Math.max(minimum, mean - (maximum - mean) / weight);
        } else {
          hidesMaximum &= centroid < centroids;
        }
      } else {
        mean = values[value];
        value++;
      }
      // -0.0 becomes 0.0, which it equals.
      mean = (mean < last ? last : mean) + 0.0;
      if (masses > 0 && last == mean) {
        weights[masses - 1] = Math.abs(weights[masses - 1]) + weight;
      } else {
        means[masses] = mean;
        weights[masses] = weight > 1 && mean > minimum && mean < maximum ? -weight : weight;
        masses++;
      }
      last = mean;
    }
    if (hidesMaximum) {
      if (means[masses - 1] == maximum) {
        weights[masses - 1] = Math.abs(weights[masses - 1]) + 1;
      } else {
        means[masses] = maximum;
        weights[masses] = 1;
        masses++;
      }
    }
    return masses;
  }
}
