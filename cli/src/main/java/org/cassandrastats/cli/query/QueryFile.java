/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.cli.console.TextFile;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.internal.cql.Statements;

/** Queries with names, in a file of CQL. */
final class QueryFile {
  private QueryFile() {}

  /**
   * Reads a file.
   *
   * @throws UserError if it cannot be read, holds no statement, or two of one name
   */
  static List<Statements.Statement> read(Path file) {
    List<Statements.Statement> named = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Statements.Statement statement : Statements.of(TextFile.read(file, "--file"))) {
      String name = statement.name().isEmpty() ? "query " + (named.size() + 1) : statement.name();
      if (!names.add(name)) {
        throw new UserError(
            "Two queries of %s are named \"%s\": write another name in the line of comment (-- name) in front of one."
                .formatted(file, name));
      }
      named.add(new Statements.Statement(name, statement.cql()));
    }
    if (named.isEmpty()) {
      throw new UserError(
          "%s holds no query: expected SELECT statements that end in semicolons, each behind a line -- name."
              .formatted(file));
    }
    return named;
  }
}
