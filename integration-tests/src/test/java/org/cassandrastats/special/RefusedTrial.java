/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

/** What was tried is not to be had, and somebody says so. */
final class RefusedTrial extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedTrial(String message) {
    super(message);
  }
}
