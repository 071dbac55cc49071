/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

/**
 * A node of this machine cannot do what is wanted. The message says what was wrong, what was
 * expected and what to do; it is enough without a stack trace.
 */
public final class LocalNodeException extends RuntimeException {
  /** With a message of one or more lines. */
  public LocalNodeException(String message) {
    super(message);
  }

  /** With a message of one or more lines, and what it came from. */
  public LocalNodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
