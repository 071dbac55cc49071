/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.io.PrintWriter;
import java.util.List;

/** Shows plans: as text, or as a script of CQL in which all else is a comment. */
final class PlanPrinter {
  private static final int SHOWN = 30;

  private final PrintWriter out;
  private final String indent;

  /**
   * @param script whether the output has to be CQL that cqlsh can run
   */
  PlanPrinter(PrintWriter out, boolean script) {
    this.out = out;
    this.indent = script ? "-- " : "";
  }

  /** Prints one line, or several. */
  void line(String text) {
    text.lines().forEach(line -> out.println(indent + line));
  }

  /** Prints what a plan does, without the statements. */
  void plan(String title, SchemaPlan plan) {
    line(title);
    plan.summary().forEach(entry -> line("  " + entry));
    if (plan.unchanged() > 0) {
      line("  leave %d unchanged".formatted(plan.unchanged()));
    }
    List<SchemaPlan.Step> notable = plan.notable();
    notable.stream().limit(SHOWN).forEach(step -> line("    " + step));
    if (notable.size() > SHOWN) {
      line("    ... and %d more".formatted(notable.size() - SHOWN));
    }
    plan.warnings().forEach(warning -> line("Warning: " + warning));
    out.flush();
  }

  /** Prints what checks have found, problems last. */
  void findings(Findings findings) {
    if (!findings.notes().isEmpty()) {
      line(String.join("; ", findings.notes()) + ".");
    }
    findings.warnings().forEach(warning -> line("Warning: " + warning));
    out.flush();
  }

  /** Prints the statements of a plan as a script. */
  void script(SchemaPlan plan) {
    for (SchemaPlan.Step step : plan.steps()) {
      out.println();
      out.println("-- " + step);
      out.println(step.cql() + ";");
    }
    out.flush();
  }
}
