/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.util.List;
import java.util.Optional;

/** What a run has done, or would do. */
public final class RunReport {
  private final long buckets;
  private final long rows;
  private final List<String> lines;
  private final Optional<String> left;

  RunReport(long buckets, long rows, List<String> lines, Optional<String> left) {
    this.buckets = buckets;
    this.rows = rows;
    this.lines = List.copyOf(lines);
    this.left = left;
  }

  /** How many buckets were written. */
  public long buckets() {
    return buckets;
  }

  /** How many rows these stand for. */
  public long rows() {
    return rows;
  }

  /**
   * What there is to say, for people: first how much was written, then what somebody has to know,
   * and last until when all is complete, unless buckets were named; of a dry run, the statements.
   */
  public List<String> lines() {
    return lines;
  }

  /** Why buckets are not what their rows give, that should be; empty where all are. */
  public Optional<String> left() {
    return left;
  }

  @Override
  public String toString() {
    return String.join(System.lineSeparator(), lines);
  }
}
