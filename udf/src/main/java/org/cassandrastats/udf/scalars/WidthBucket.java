/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;

/** The equal-width bucket of a value, as in SQL:2003. */
public final class WidthBucket {
  private WidthBucket() {}

  /**
   * Number of the bucket that a value falls into, of buckets of equal width between two bounds: 1
   * to {@code bins}, 0 below {@code lo}, {@code bins + 1} from {@code hi} on. A bucket holds its
   * lower edge and not its upper one. Where {@code lo} is above {@code hi} the buckets run
   * downwards from {@code lo}: 0 is above it, and a bucket holds its upper edge.
   *
   * <p>Source: {@code WIDTH_BUCKET} of ISO/IEC 9075-2:2003, as PostgreSQL computes it.
   *
   * @param value the value; null or NaN gives null, an infinite one is outside
   * @param lo the edge of the first bucket, finite; null gives null
   * @param hi the other edge of the last bucket, finite and not {@code lo}; null gives null
   * @param bins number of buckets, 1 to 2147483646; null gives null
   * @throws IllegalArgumentException if a bound is not finite, if the bounds are equal, or if the
   *     number of buckets is out of range
   */
  @CqlFunction(
      value = "width_bucket",
      calledOnNullInput = true,
      examples = {
        "width_bucket((double) 5.35, 0.024, 10.06, 5) = 3",
        "width_bucket((int) 10, 0.0, 10.0, 5) = 6"
      })
  public static Integer widthBucket(
      @Overloads({"varint", "float", "double"}) Double value, Double lo, Double hi, Integer bins) {
    if (value == null || lo == null || hi == null || bins == null) {
      return null;
    }
    double low = lo;
    double high = hi;
    int buckets = bins;
    if (!(Math.abs(low) <= Double.MAX_VALUE && Math.abs(high) <= Double.MAX_VALUE) || low == high) {
      throw new IllegalArgumentException(
          "width_bucket: expected two different finite bounds, found " + low + " and " + high);
    }
    if (buckets < 1 || buckets == Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "width_bucket: expected 1 to 2147483646 bins, found " + buckets);
    }
    double operand = value;
    if (Double.isNaN(operand)) {
      return null;
    }
    if (low > high) {
      // Negation is exact, and turns the buckets round.
      low = -low;
      high = -high;
      operand = -operand;
    }
    if (operand < low) {
      return 0;
    }
    if (operand >= high) {
      return buckets + 1;
    }
    double share = (operand - low) / (high - low);
    if (high - low > Double.MAX_VALUE) {
      share = (operand / 2 - low / 2) / (high / 2 - low / 2);
    }
    // The share may round to 1, although the value is below the last edge.
    return 1 + Math.min((int) (buckets * share), buckets - 1);
  }
}
