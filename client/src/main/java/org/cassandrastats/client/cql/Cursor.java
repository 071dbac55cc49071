/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.client.StatsException;

/** A place among the tokens of a statement, and the values of its markers. */
final class Cursor {
  private final String statement;
  private final List<Token> tokens;
  private final List<Object> values;
  private int next;
  private int markers;

  Cursor(String statement, List<?> values) {
    this.statement = statement;
    this.tokens = Token.tokens(statement);
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  Token peek() {
    return tokens.get(next);
  }

  Token peekSecond() {
    return tokens.get(Math.min(next + 1, tokens.size() - 1));
  }

  Token take() {
    Token token = peek();
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  boolean takeIfWord(String word) {
    boolean found = peek().isWord(word);
    if (found) {
      take();
    }
    return found;
  }

  boolean takeIfSign(String sign) {
    boolean found = peek().isSign(sign);
    if (found) {
      take();
    }
    return found;
  }

  void expectWord(String word) {
    if (!takeIfWord(word)) {
      throw unexpected(word);
    }
  }

  void expectSign(String sign) {
    if (!takeIfSign(sign)) {
      throw unexpected("\"" + sign + "\"");
    }
  }

  String name(String what) {
    if (!peek().isName()) {
      throw unexpected(what);
    }
    return take().identifier();
  }

  Object marker() {
    if (markers == values.size()) {
      throw new StatsException(
          "The statement has more markers (?) than the %d values that are bound."
              .formatted(markers));
    }
    return values.get(markers++);
  }

  void requireAllBound() {
    if (markers < values.size()) {
      throw new StatsException(
          "%d values are bound, and the statement has %d markers (?)."
              .formatted(values.size(), markers));
    }
  }

  int position() {
    return peek().start();
  }

  /** What was written from a position to the last token that was taken, in one line. */
  String writtenSince(int start) {
    return statement.substring(start, tokens.get(next - 1).end()).replaceAll("\\s+", " ");
  }

  StatsException unexpected(String expected) {
    Token found = peek();
    return new StatsException(
        "Expected %s and found %s at character %d of the statement."
            .formatted(
                expected,
                found.kind() == Token.Kind.END ? "its end" : "\"" + found.text() + "\"",
                found.start() + 1));
  }
}
