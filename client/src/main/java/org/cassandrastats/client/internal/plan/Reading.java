/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.Locale;

/** How nodes read what an aggregate is over; user-defined ones are read as Cassandra does. */
public enum Reading {
  /** Without the server jar, and where several replicas are asked. */
  CASSANDRA("as Cassandra does", 1, 0.08),
  /** What the server jar does by default. */
  DIRECT("directly", 0.5, 0.05),
  /** Where cursor reads are turned on: statements that these do not cover are read directly. */
  CURSORS("by cursors", 0.1, 0.025);

  private final String label;
  private final double average;
  private final double added;

  /**
   * A way to read, by docs/measurements/direct.md and, as Cassandra reads, lanes.md. What an
   * aggregate adds is a third to a fifth of what five add; one alone may take less than {@code
   * avg()}.
   *
   * @param average time of the built-in {@code avg()}, over that as Cassandra reads
   * @param added what an aggregate of the pack adds
   */
  Reading(String label, double average, double added) {
    this.label = label;
    this.average = average;
    this.added = added;
  }

  /** The time of the built-in {@code avg()}, over that as Cassandra reads. */
  double ofAverage() {
    return average;
  }

  /** The time of some native aggregates of the pack in one statement, over the same. */
  double of(int aggregates) {
    return average + added * aggregates;
  }

  /** As programs read it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label;
  }
}
