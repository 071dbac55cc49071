/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

/**
 * Something that the user can put right: the message says what was wrong, what was expected and
 * what to do. It is shown without a stack trace.
 */
public final class UserError extends RuntimeException {
  /** An error with a message of one or more lines. */
  public UserError(String message) {
    super(message);
  }

  /** An error with a message of one or more lines, and what it came from. */
  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
