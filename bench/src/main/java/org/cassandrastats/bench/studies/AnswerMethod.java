/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import org.cassandrastats.bench.target.Deadlines;

/** How a query is answered. */
enum AnswerMethod {
  SINGLE("one request, no deadline"),
  SINGLE_IN_TIME("one request, default deadlines"),
  SPLIT("split, default deadlines");

  private final String label;

  AnswerMethod(String label) {
    this.label = label;
  }

  Deadlines deadlines() {
    return this == SINGLE ? Deadlines.NONE : Deadlines.DEFAULT;
  }

  @Override
  public String toString() {
    return label;
  }
}
