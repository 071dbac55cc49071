/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of a text, and what they are called. */
public final class Statements {
  private static final Pattern COMMENT =
      Pattern.compile("(?m)^[ \\t]*(?:--|//)[ \\t]*(\\S.*?)[ \\t\\r]*$");

  private Statements() {}

  /**
   * A statement.
   *
   * @param name the last line of comment in front of it; empty if there is none
   * @param cql without the semicolon behind it
   */
  public record Statement(String name, String cql) {}

  /**
   * Cuts a text at its semicolons.
   *
   * @throws org.cassandrastats.client.api.StatsException if it cannot be read as CQL
   */
  public static List<Statement> of(String text) {
    List<Statement> statements = new ArrayList<>();
    int before = 0;
    int start = -1;
    int end = 0;
    for (Token token : Token.tokens(text)) {
      boolean isOver = token.isSign(";") || token.kind() == Token.Kind.END;
      if (isOver && start >= 0) {
        statements.add(new Statement(name(text, before, start), text.substring(start, end)));
        start = -1;
      } else if (!isOver && start < 0) {
        start = token.start();
      }
      end = token.end();
      if (isOver) {
        before = end;
      }
    }
    return statements;
  }

  /**
   * The last line of comment in a part of a text. Behind a semicolon, a comment is of the line
   * before.
   */
  private static String name(String text, int from, int to) {
    int line = from == 0 ? 0 : text.indexOf('\n', from);
    String name = "";
    if (line >= 0 && line < to) {
      Matcher comment = COMMENT.matcher(text.substring(line, to));
      while (comment.find()) {
        name = comment.group(1);
      }
    }
    return name;
  }
}
