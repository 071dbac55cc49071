/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

import org.cassandrastats.bench.measure.Attempt;

/** Who on the server's side says how long a read took. */
enum ReadClock {
  REPLICA(
      "replica",
      "By the table's own metrics (`ReadTotalLatency`), of reads that are not traced: without what"
          + " the coordinator adds."),
  TRACE(
      "coordinator",
      "By the coordinator's trace of a second read: from the request to its answer, with what"
          + " tracing itself takes.");

  /** Seconds of the replica's read by its own metrics, of the request that is not traced. */
  static final String SECONDS_OF_REPLICA = "replica_seconds";

  private final String shortName;
  private final String explanation;

  ReadClock(String shortName, String explanation) {
    this.shortName = shortName;
    this.explanation = explanation;
  }

  /** What a reader is to know of it. */
  String explanation() {
    return explanation;
  }

  /** Seconds of a read; null where it says nothing. */
  Double seconds(Attempt attempt) {
    return this == TRACE ? attempt.serverSeconds() : attempt.numbers().get(SECONDS_OF_REPLICA);
  }

  @Override
  public String toString() {
    return shortName;
  }
}
