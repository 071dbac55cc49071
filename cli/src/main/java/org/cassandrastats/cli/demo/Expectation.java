/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

/** What one number of a result should be, and how far off it may be. */
interface Expectation {
  /** Which number of the result, where there are several; else empty. */
  String label();

  /** Whether a result is within its documented error. */
  boolean isMetBy(Number result);

  /** The error of a result; NaN if it cannot be told. */
  double error(Number result);

  /** The error that is allowed. */
  double allowed();

  /** The exact value with all its digits. */
  String shown();
}
