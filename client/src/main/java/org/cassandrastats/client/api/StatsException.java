/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

/**
 * Why a query is refused or a run has stopped, in one line: what was wrong, what was expected, and
 * what can be done.
 */
public final class StatsException extends RuntimeException {
  private final Reason reason;

  /** What a program can do. */
  public enum Reason {
    /** The query, its result or an option is at fault: it would be refused again. */
    REFUSED,
    /** Nodes are down, overloaded or too slow: the same query may be answered later. */
    UNAVAILABLE,
    /** The thread was interrupted, or the future was cancelled. */
    INTERRUPTED
  }

  /** A refusal with its message. */
  public StatsException(String message) {
    this(message, null);
  }

  /** A refusal with its message and what it came from. */
  public StatsException(String message, Throwable cause) {
    this(Reason.REFUSED, message, cause);
  }

  private StatsException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Nodes do not answer. */
  public static StatsException unavailable(String message, Throwable cause) {
    return new StatsException(Reason.UNAVAILABLE, message, cause);
  }

  /** The run was interrupted. */
  public static StatsException interrupted(InterruptedException cause) {
    return new StatsException(Reason.INTERRUPTED, "The run was interrupted.", cause);
  }

  /**
   * The same, with what can be done besides.
   *
   * @param advice sentences that follow the message, with a space before them
   */
  public StatsException with(String advice) {
    return new StatsException(reason, getMessage() + advice, this);
  }

  /** What a program can do. */
  public Reason reason() {
    return reason;
  }
}
