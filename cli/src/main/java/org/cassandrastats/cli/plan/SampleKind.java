/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

/** What a sample asks of the same rows. */
public enum SampleKind {
  /** What the statement selects. */
  ONE_QUERY,
  /** The states that a split query asks for. */
  SPLIT,
  /** A built-in aggregate, below which no function of the pack comes. */
  FLOOR
}
