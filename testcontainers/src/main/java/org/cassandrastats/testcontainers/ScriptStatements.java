/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a script into statements where Cassandra would: at semicolons outside of literals, quoted
 * names, bodies between {@code $$}, comments, batches and transactions. The statements keep all
 * that is theirs; comments between their words become blanks, for Cassandra refuses one that ends
 * with the statement.
 */
final class ScriptStatements {
  /**
   * What may hold a semicolon that ends nothing, and one that does. A doubled quote is the end of
   * one literal and the beginning of the next. What is not closed reaches to the end of the script:
   * Cassandra refuses it then.
   */
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<comment>(?:--|//)[^\\r\\n]*|/\\*.*?\\*/)"
              + "|'[^']*+'?+|\"[^\"]*+\"?+|\\$\\$.*?(?:\\$\\$|\\z)|/\\*.*"
              + "|(?<end>;)",
          Pattern.DOTALL);

  private static final Pattern BLOCK =
      Pattern.compile("(?i)\\s*+BEGIN\\s+(?:(?:UNLOGGED|COUNTER)\\s+)?(?:BATCH|TRANSACTION)\\b");
  private static final Pattern BLOCK_END =
      Pattern.compile("(?i)\\b(?:APPLY\\s+BATCH|COMMIT\\s+TRANSACTION)\\s*+$");

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private ScriptStatements() {}

  /** The statements of a script, without the semicolons behind them. */
  static List<String> of(String script) {
    String text =
        script.startsWith(BYTE_ORDER_MARK) ? script.substring(BYTE_ORDER_MARK.length()) : script;
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    Matcher piece = PIECE.matcher(text);
    int position = 0;
    while (piece.find()) {
      statement.append(text, position, piece.start());
      position = piece.end();
      if (piece.group("comment") != null) {
        statement.append(' ');
      } else if (piece.group("end") != null && !isWithinBlock(statement)) {
        addTo(statements, statement);
        statement.setLength(0);
      } else {
        statement.append(piece.group());
      }
    }
    addTo(statements, statement.append(text, position, text.length()));
    return List.copyOf(statements);
  }

  private static void addTo(List<String> statements, StringBuilder statement) {
    String text = statement.toString().strip();
    if (!text.isEmpty()) {
      statements.add(text);
    }
  }

  private static boolean isWithinBlock(StringBuilder statement) {
    int lastPart = statement.lastIndexOf(";") + 1;
    return BLOCK.matcher(statement).lookingAt()
        && !BLOCK_END.matcher(statement).region(lastPart, statement.length()).find();
  }
}
