/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.console.UserError;

/** What checks have found. */
final class Findings {
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Something that forbids going on, with what to do about it. */
  void problem(String text) {
    problems.add(text);
  }

  void warning(String text) {
    warnings.add(text);
  }

  void note(String text) {
    notes.add(text);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Throws if there are any problems.
   *
   * @param state what the schema is left in
   */
  void refuse(String state) {
    refuse(List.of(), state);
  }

  /**
   * Throws if there are any problems.
   *
   * @param more further ones
   * @param state what the schema is left in
   */
  void refuse(List<String> more, String state) {
    List<String> all = new ArrayList<>(problems);
    all.addAll(more);
    if (!all.isEmpty()) {
      String text =
          all.size() == 1
              ? all.get(0)
              : all.size() + " problems:\n  - " + String.join("\n  - ", all);
      throw new UserError(text + "\n" + state + ".");
    }
  }
}
