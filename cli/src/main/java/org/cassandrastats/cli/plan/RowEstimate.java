/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

/**
 * How many rows a query reads.
 *
 * @param rows how many
 * @param certainty how well that is known
 * @param how it was found, in a few words
 */
public record RowEstimate(Bounds rows, Certainty certainty, String how) {
  /** How well a number of rows is known. */
  public enum Certainty {
    /** They were counted. */
    EXACT,
    /** Somewhere between two limits. */
    ESTIMATED,
    /** There is no upper limit. */
    AT_LEAST
  }

  static RowEstimate exact(long rows, String how) {
    return new RowEstimate(Bounds.of((double) rows), Certainty.EXACT, how);
  }

  static RowEstimate of(Bounds rows, String how) {
    return new RowEstimate(
        rows, Double.isInfinite(rows.high()) ? Certainty.AT_LEAST : Certainty.ESTIMATED, how);
  }

  boolean isBounded() {
    return certainty != Certainty.AT_LEAST;
  }
}
