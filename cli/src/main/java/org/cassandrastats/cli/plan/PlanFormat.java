/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.io.PrintWriter;
import java.util.Locale;

/** How a plan is written. */
enum PlanFormat {
  /** For people. */
  TABLE {
    @Override
    void write(QueryPlan plan, Advice advice, PrintWriter out) {
      new PlanReport(plan, advice).print(out);
    }
  },
  /** For programs. */
  JSON {
    @Override
    void write(QueryPlan plan, Advice advice, PrintWriter out) {
      new PlanJson(plan, advice).print(out);
    }
  };

  abstract void write(QueryPlan plan, Advice advice, PrintWriter out);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
