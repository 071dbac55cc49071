/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.util.List;
import java.util.Optional;

/**
 * What a run has done, or would do.
 *
 * @param buckets that were written
 * @param rows that these stand for
 * @param lines what there is to say, for people: first how much was written, then what somebody has
 *     to know, and last until when all is complete, unless buckets were named; of a dry run, the
 *     statements
 * @param left why buckets are not what their rows give, that should be; empty where all are
 */
public record RunReport(long buckets, long rows, List<String> lines, Optional<String> left) {
  /** Copies the lines. */
  public RunReport {
    lines = List.copyOf(lines);
  }
}
