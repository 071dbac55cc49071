/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.client.StatsException;

/** Cuts a statement into tokens. */
final class Lexer {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<blank>\\s+|--[^\\n]*|/\\*.*?\\*/)"
              + "|(?<constant>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|0[xX][0-9a-fA-F]*)"
              + "|(?<number>-?[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|-?(?i:NaN|Infinity)\\b)"
              + "|(?<name>[a-zA-Z][a-zA-Z0-9_]*)"
              + "|(?<quoted>\"(?:[^\"]|\"\")++\")"
              + "|(?<string>'(?:[^']|'')*+')"
              + "|(?<sign><=|>=|!=|[()\\[\\],.*;?<>=+{}:/%-])",
          Pattern.DOTALL);

  private Lexer() {}

  static List<Token> tokens(String statement) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(statement);
    int position = 0;
    while (position < statement.length()) {
      if (!matcher.find(position) || matcher.start() != position) {
        throw new StatsException(
            "The statement cannot be read from \"%s\" on."
                .formatted(
                    statement.substring(position, Math.min(position + 20, statement.length()))));
      }
      if (matcher.group("blank") == null) {
        tokens.add(new Token(kind(matcher), matcher.group(), position));
      }
      position = matcher.end();
    }
    tokens.add(new Token(Token.Kind.END, "", statement.length()));
    return tokens;
  }

  private static Token.Kind kind(Matcher matcher) {
    if (matcher.group("constant") != null) {
      return Token.Kind.CONSTANT;
    }
    if (matcher.group("number") != null) {
      return Token.Kind.NUMBER;
    }
    if (matcher.group("name") != null) {
      return Token.Kind.NAME;
    }
    if (matcher.group("quoted") != null) {
      return Token.Kind.QUOTED_NAME;
    }
    return matcher.group("string") != null ? Token.Kind.STRING : Token.Kind.SIGN;
  }
}
