/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import java.util.List;
import org.cassandrastats.bench.measure.MeasuredAggregate;

/** Who waits for how long. "Early" is a third of the time that the request takes. */
enum TimeoutCase {
  BOTH_LATE("both late"),
  CLIENT_FIRST("client first"),
  SERVER_FIRST("server first"),
  SESSION_EARLY("session early"),
  STATEMENT_LATE("statement late"),
  RETRYING("server first, retried once"),
  SPECULATIVE_NOT_IDEMPOTENT("speculative, not idempotent"),
  SPECULATIVE("speculative, idempotent"),
  CQLSH_LATE("cqlsh late"),
  CQLSH_LARGE_PAGES("cqlsh, large pages"),
  CQLSH_FIRST("cqlsh first");

  private final String label;

  TimeoutCase(String label) {
    this.label = label;
  }

  /** Whether the node has a deadline. */
  boolean isServerFirst() {
    return this == SERVER_FIRST || this == RETRYING;
  }

  /** Whether somebody has less time than the request takes. */
  boolean isToGiveUp() {
    return isServerFirst() || this == CLIENT_FIRST || this == SESSION_EARLY || this == CQLSH_FIRST;
  }

  /** What the driver adds, and cqlsh, need not be seen with each aggregate. */
  List<MeasuredAggregate> aggregates(List<MeasuredAggregate> all) {
    return compareTo(RETRYING) < 0 ? all : List.of(MeasuredAggregate.MEAN);
  }

  @Override
  public String toString() {
    return label;
  }
}
