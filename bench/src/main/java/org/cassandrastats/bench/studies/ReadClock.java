/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Map;
import java.util.Objects;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;

/** Who on the server's side says how long a read took. */
enum ReadClock {
  /** The table's metrics, of reads that are not traced. */
  REPLICA(
      "Time of the replica",
      "replica",
      "By the table's own metrics (`ReadTotalLatency`), of reads that are not traced: without what"
          + " the coordinator adds."),
  /** The coordinator's trace of a second read. */
  TRACE(
      "Time of the coordinator",
      "coordinator",
      "By the coordinator's trace of a second read: from the request to its answer, with what"
          + " tracing itself takes.");

  private static final double MILLIS = 1e3;

  private final String heading;
  private final String shortName;
  private final String explanation;

  ReadClock(String heading, String shortName, String explanation) {
    this.heading = heading;
    this.shortName = shortName;
    this.explanation = explanation;
  }

  String heading() {
    return heading;
  }

  String explanation() {
    return explanation;
  }

  /** The times of a cell, in milliseconds. */
  Latencies times(Results results, Map<String, String> cell) {
    return Latencies.of(
        results.timed(cell).stream()
            .filter(Attempt::isExact)
            .map(this::seconds)
            .filter(Objects::nonNull)
            .mapToDouble(seconds -> seconds * MILLIS)
            .toArray());
  }

  private Double seconds(Attempt attempt) {
    return this == REPLICA ? attempt.numbers().get(RecentQueries.REPLICA) : attempt.serverSeconds();
  }

  @Override
  public String toString() {
    return shortName;
  }
}
