/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

/**
 * Why a query is refused or a run has stopped, in one line: what was wrong, what was expected, and
 * what can be done.
 */
public final class StatsException extends RuntimeException {
  /** An error with its message. */
  public StatsException(String message) {
    super(message);
  }

  /** An error with its message and what it came from. */
  public StatsException(String message, Throwable cause) {
    super(message, cause);
  }
}
