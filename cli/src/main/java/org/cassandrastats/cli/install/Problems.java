/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.console.UserError;

/** Turns problems into one error. */
final class Problems {
  private Problems() {}

  /** Throws if checks or plan have found any; the state says what the schema is left in. */
  static void refuse(Findings findings, SchemaPlan plan, String state) {
    List<String> problems = new ArrayList<>(findings.problems());
    problems.addAll(plan.problems());
    refuse(problems, state);
  }

  /** Throws if there are any; the state says what the schema is left in. */
  static void refuse(List<String> problems, String state) {
    if (!problems.isEmpty()) {
      throw new UserError(text(problems) + "\n" + state + ".");
    }
  }

  private static String text(List<String> problems) {
    return problems.size() == 1
        ? problems.get(0)
        : problems.size() + " problems:\n  - " + String.join("\n  - ", problems);
  }
}
