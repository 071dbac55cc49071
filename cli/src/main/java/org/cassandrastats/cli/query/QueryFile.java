/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.internal.cql.Statements;

/** Queries with names, in a file of CQL. */
final class QueryFile {
  /** Editors of Windows write it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private QueryFile() {}

  /**
   * Reads a file.
   *
   * @throws UserError if it cannot be read, holds no statement, or two of one name
   */
  static List<Statements.Statement> read(Path file) {
    List<Statements.Statement> named = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Statements.Statement statement : Statements.of(text(file))) {
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

  private static String text(Path file) {
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (NoSuchFileException missing) {
      throw new UserError("There is no file %s: check --file.".formatted(file), missing);
    } catch (IOException failed) {
      throw new UserError(
          "The file %s cannot be read as text in UTF-8: %s".formatted(file, failed.getMessage()),
          failed);
    }
  }
}
