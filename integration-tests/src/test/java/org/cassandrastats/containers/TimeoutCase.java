/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.cassandrastats.bench.measure.Attempt;

/** Who waits for how long. "Early" is a third of the time that the request takes. */
enum TimeoutCase {
  BOTH_LATE("both late"),
  CLIENT_FIRST("client first"),
  SERVER_FIRST("server first"),
  SESSION_EARLY("session early"),
  STATEMENT_LATE("statement late"),
  CQLSH_LATE("cqlsh late"),
  CQLSH_LARGE_PAGES("cqlsh, large pages"),
  CQLSH_FIRST("cqlsh first");

  private final String label;

  TimeoutCase(String label) {
    this.label = label;
  }

  /** Those in which the driver asks, or cqlsh does. */
  static List<TimeoutCase> of(boolean cqlsh) {
    return Arrays.stream(values()).filter(situation -> situation.isCqlsh() == cqlsh).toList();
  }

  boolean isCqlsh() {
    return compareTo(CQLSH_LATE) >= 0;
  }

  /** Whether the limit is a third of the time that the request takes. */
  boolean isToGiveUp() {
    return this == CLIENT_FIRST || this == SERVER_FIRST || this == SESSION_EARLY;
  }

  /** Whether a request may end so. */
  boolean allows(Attempt attempt) {
    return switch (attempt.outcome()) {
      case EXACT -> true;
      case WRONG -> false;
      case FAILED -> errors().contains(attempt.error());
    };
  }

  /** The exceptions that may come instead of an answer. */
  private Set<String> errors() {
    return switch (this) {
      case CLIENT_FIRST, SESSION_EARLY -> Set.of("DriverTimeoutException");
      case SERVER_FIRST -> Set.of("ReadTimeoutException", "ReadFailureException");
      case CQLSH_FIRST -> Set.of(CqlshRequest.TIMED_OUT);
      case BOTH_LATE, STATEMENT_LATE, CQLSH_LATE, CQLSH_LARGE_PAGES -> Set.of();
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
