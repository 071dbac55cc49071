/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a question can be answered. */
public enum QueryStrategy {
  /** The statement as it is. */
  ONE_QUERY(0, "one query"),
  /** {@code cassandra-stats query}. */
  SPLIT(1, "split"),
  /** A table of states, asked by merges. */
  ROLLUP(2, "rollup"),
  /** Something that reads the rows elsewhere, such as Spark. */
  ENGINE(3, "engine");

  private final int number;
  private final String label;

  QueryStrategy(int number, String label) {
    this.number = number;
    this.label = label;
  }

  /** The number in files of results, which is the same in each version. */
  public int number() {
    return number;
  }

  /** The way with a number; empty if there is none. */
  public static Optional<QueryStrategy> ofNumber(double number) {
    return Arrays.stream(values()).filter(way -> way.number == number).findAny();
  }

  /** The name in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return label;
  }
}
