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
record CandidateTask(Kind kind, String name, List<Statement> statements) {
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

  /**
   * A statement.
   *
   * @param cql without the semicolon; a list of markers is one marker, named by all of them with a
   *     comma behind each: {@code :"b0,b1,"}
   * @param line of the file in which it begins
   * @param markers the names of the values that are bound, as the schema has them, without
   *     repetition
   */
  record Statement(String cql, int line, List<String> markers) {
    /** Copies the list. */
    Statement {
      markers = List.copyOf(markers);
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
