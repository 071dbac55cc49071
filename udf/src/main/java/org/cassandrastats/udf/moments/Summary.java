/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

/**
 * The user-defined type {@code summary}: the statistics that people ask for together. A field is
 * null where the values do not define it.
 */
public final class Summary {
  public final Long count;
  public final Long skipped;
  public final Double min;
  public final Double max;
  public final Double mean;
  public final Double stddev;
  public final Double sum;

  public Summary(
      Long count, Long skipped, Double min, Double max, Double mean, Double stddev, Double sum) {
    this.count = count;
    this.skipped = skipped;
    this.min = min;
    this.max = max;
    this.mean = mean;
    this.stddev = stddev;
    this.sum = sum;
  }

  /** The fields as cqlsh shows them. */
  @Override
  public String toString() {
    return "summary(count="
        + count
        + ", skipped="
        + skipped
        + ", min="
        + min
        + ", max="
        + max
        + ", mean="
        + mean
        + ", stddev="
        + stddev
        + ", sum="
        + sum
        + ")";
  }
}
