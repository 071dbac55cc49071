/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.cassandrastats.udf.tdigest.WeightedPoints;

/** The masses of a state that a state function made itself. */
final class WeightedPointList {
  private WeightedPointList() {}

  /**
   * Reads what {@link WeightedPoints#load} would. Of such a state, means ascend, and minimum and
   * maximum are means or values: no centroid of other values hides them.
   *
   * @param state starts at offset 0
   * @param means receives the means; as long as centroids and values together
   * @param weights receives the weights, negative for masses that are spread
   * @return the number of masses
   * @throws IllegalArgumentException if somebody forged the state so that its compression might
   *     never end
   */
  static int load(ByteBuffer state, int centroids, int buffered, double[] means, long[] weights) {
    double[] values = new double[buffered];
    int end = TdigestState.DATA + TdigestState.CENTROID_SIZE * centroids;
    for (int i = 0; i < buffered; i++) {
      values[i] = getDouble(state, end + 8 * i);
    }
    Arrays.sort(values);
    double minimum = getDouble(state, TdigestState.MINIMUM);
    double maximum = getDouble(state, TdigestState.MAXIMUM);
    int masses = 0;
    long count = 0;
    int value = 0;
    int offset = TdigestState.DATA;
    while (offset < end || value < buffered) {
      boolean isCentroid =
          offset < end && (value == buffered || getDouble(state, offset) <= values[value]);
      double mean = isCentroid ? getDouble(state, offset) : values[value];
      long weight = isCentroid ? getLong(state, offset + 8) : 1;
      offset += isCentroid ? TdigestState.CENTROID_SIZE : 0;
      value += isCentroid ? 0 : 1;
      if (!(mean >= minimum && mean <= maximum)
          || weight < 1
          || weight > TdigestState.MAXIMUM_COUNT - count) {
        throw new IllegalArgumentException(
            "not a tdigest state: expected the state of the last call, found one that was changed");
      }
      count += weight;
      if (masses > 0 && means[masses - 1] == mean) {
        weights[masses - 1] = Math.abs(weights[masses - 1]) + weight;
      } else {
        means[masses] = mean;
        weights[masses] = weight > 1 && mean > minimum && mean < maximum ? -weight : weight;
        masses++;
      }
    }
    return masses;
  }
}
