/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;

/** What is measured of candidates: each of their statements, and what they take on disk. */
final class CandidateCell {
  static final Dimension<String> STATEMENT = new Dimension<>("statement");
  static final Dimension<String> CANDIDATE = new Dimension<>("candidate");

  /** In the place of a statement: what a candidate takes on disk. */
  static final String STORED = "stored";

  /** The number of that. */
  static final String BYTES = "bytes";

  private CandidateCell() {}

  static Cell of(String lane, Candidate candidate, CandidateTask task) {
    return of(lane, candidate.label(), task.label());
  }

  static Cell of(String lane, String candidate, String statement) {
    return Cell.of(lane).with(STATEMENT, statement).with(CANDIDATE, candidate);
  }
}
