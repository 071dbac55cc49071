/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.util.List;

/** The functions on one kind of state, nearly always all those of a family. */
record Family(String name, List<Subject> subjects) {

  static List<Family> all() {
    return Subject.byKind().entrySet().stream()
        .map(entry -> new Family(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** The function {@code <family>_<question>}; null where there is none. */
  Subject subject(String question) {
    return subjects.stream()
        .filter(subject -> subject.name().equals(name + "_" + question))
        .findFirst()
        .orElse(null);
  }

  @Override
  public String toString() {
    return name;
  }
}
