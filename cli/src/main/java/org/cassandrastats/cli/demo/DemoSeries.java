/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.util.Arrays;

/** The values of one partition, in the order of their clustering key. */
public final class DemoSeries {
  private final String name;
  private final String source;
  private final double[] values;

  /**
   * A series.
   *
   * @param name the partition's key
   * @param source where the values are from, for people
   * @param values at least one, all finite
   */
  DemoSeries(String name, String source, double[] values) {
    this.name = name;
    this.source = source;
    this.values = values.clone();
  }

  String name() {
    return name;
  }

  String source() {
    return source;
  }

  int size() {
    return values.length;
  }

  /** The first values as a series of their own; this one if it has no more. */
  DemoSeries first(int count) {
    return count >= values.length
        ? this
        : new DemoSeries(
            "%s, first %d".formatted(name, count), source, Arrays.copyOf(values, count));
  }

  double value(int position) {
    return values[position];
  }

  /** A copy of the values. */
  public double[] toArray() {
    return values.clone();
  }
}
