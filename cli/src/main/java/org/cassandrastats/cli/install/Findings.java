/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.ArrayList;
import java.util.List;

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

  List<String> problems() {
    return List.copyOf(problems);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }
}
