/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.cli.console.UserError;

/**
 * A model that is compared with others.
 *
 * @param file where it stands
 * @param text of the file
 * @param number of the candidate, from 1
 * @param schema what makes its tables, in the order of the file
 * @param tasks what is measured: the insert first, then the others in the order of the file
 */
record Candidate(
    Path file,
    String text,
    int number,
    List<CandidateTask.Statement> schema,
    List<CandidateTask> tasks) {
  /** Copies the lists. */
  Candidate {
    schema = List.copyOf(schema);
    tasks = List.copyOf(tasks);
  }

  /** How a file is called: by its name without the ending. */
  static String label(Path file) {
    return file.getFileName().toString().replaceFirst("(?i)\\.cql$", "");
  }

  String label() {
    return label(file);
  }

  /** The keyspace that is made for it. */
  String keyspace() {
    return BenchKeyspace.NAME + "_" + number;
  }

  /** What every row of the data is inserted by. */
  CandidateTask insert() {
    return tasks.get(0);
  }

  /** Where a statement stands, for messages. */
  String place(CandidateTask.Statement statement) {
    return "%s:%d".formatted(file, statement.line());
  }

  /**
   * Refuses markers that the data have no column for.
   *
   * @throws UserError naming the first of them
   */
  void requireColumns(DataRows data) {
    for (CandidateTask task : tasks) {
      for (CandidateTask.Statement statement : task.statements()) {
        for (String marker : statement.markers()) {
          if (data.column(marker) < 0) {
            throw new UserError(
                "%s: :%s is bound, and %s has no such column. Its columns: %s"
                    .formatted(
                        place(statement), marker, data.name(), String.join(", ", data.columns())));
          }
        }
      }
    }
  }
}
