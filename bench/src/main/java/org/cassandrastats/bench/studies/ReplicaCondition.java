/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** The state of the replicas that are read. */
enum ReplicaCondition {
  IN_SYNC("in sync"),
  SLOW("one replica slowed"),
  BLOCKING("one replica has missed writes, read_repair BLOCKING"),
  NOT_REPAIRED("one replica has missed writes, read_repair NONE");

  private final String label;

  ReplicaCondition(String label) {
    this.label = label;
  }

  /** Whether the replicas differ. */
  boolean isDiffering() {
    return this == BLOCKING || this == NOT_REPAIRED;
  }

  @Override
  public String toString() {
    return label;
  }
}
