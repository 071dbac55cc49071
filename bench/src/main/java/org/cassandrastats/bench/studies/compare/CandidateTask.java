/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is timed as one: statements behind a line such as {@code -- read by_day}, one after the
 * other.
 *
 * @param name of a read or an update; empty without
 */
record CandidateTask(Kind kind, String name, List<Candidate.Statement> statements) {
  /** What a task does. */
  enum Kind {
    INSERT,
    READ,
    UPDATE;

    /** The words that its statements begin with. */
    Set<String> verbs() {
      return this == READ ? Set.of("SELECT") : Set.of("INSERT", "UPDATE", "DELETE");
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Copies the list. */
  CandidateTask {
    statements = List.copyOf(statements);
  }

  /** As files and reports call it. */
  String label() {
    return name.isEmpty() ? kind.toString() : kind + " " + name;
  }
}
