/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.Locale;
import java.util.Set;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeOffer;

/** How nodes read what an aggregate is over; user-defined ones are read as Cassandra does. */
public enum Reading {
  /** Without the server jar, and where several replicas are asked. */
  CASSANDRA("as Cassandra does", 1, 0.08),
  /** What the server jar does by default. */
  DIRECT("directly", 0.5, 0.05),
  /** Where cursor reads are turned on: statements that these do not cover are read directly. */
  CURSORS("by cursors", 0.1, 0.025);

  private static final Set<ConsistencyLevel> OF_ONE_REPLICA =
      Set.of(ConsistencyLevel.ONE, ConsistencyLevel.LOCAL_ONE);

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

  /** How the nodes read that have been asked; where a role may not see that, as by default. */
  static Reading of(Lanes lanes, ConsistencyLevel level) {
    if (!lanes.allHaveJar() || !OF_ONE_REPLICA.contains(level)) {
      return CASSANDRA;
    }
    if (lanes.all(offer -> offer.isActive("cursor_reads"))) {
      return CURSORS;
    }
    return lanes.any(offer -> !mayReadDirectly(offer)) ? CASSANDRA : DIRECT;
  }

  private static boolean mayReadDirectly(NodeOffer offer) {
    return offer.features().isEmpty() || offer.isActive("direct_reads");
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
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label;
  }
}
