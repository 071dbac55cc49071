/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.studies;

import org.cassandrastats.tools.bench.target.Deadlines;

/** How a query is answered. */
enum Way {
  SINGLE("one request, no deadline", Deadlines.NONE),
  SINGLE_IN_TIME("one request, default deadlines", Deadlines.DEFAULT),
  SPLIT("split, default deadlines", Deadlines.DEFAULT);

  private final String label;
  private final Deadlines deadlines;

  Way(String label, Deadlines deadlines) {
    this.label = label;
    this.deadlines = deadlines;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  @Override
  public String toString() {
    return label;
  }
}
