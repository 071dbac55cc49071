/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

/** What was tried does not work, and why. */
final class FailedTrial extends RuntimeException {
  private static final long serialVersionUID = 1;

  FailedTrial(String message) {
    super(message);
  }
}
