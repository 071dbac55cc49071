/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsQuery;

/**
 * A word or sign of a statement.
 *
 * @param kind what it is
 * @param text as it was written
 * @param start where it begins in the statement
 */
public record Token(Kind kind, String text, int start) {
  /** What a token is. */
  public enum Kind {
    NAME,
    QUOTED_NAME,
    STRING,
    NUMBER,
    /** A UUID, a blob or a duration. */
    CONSTANT,
    SIGN,
    END
  }

  /** Where the text behind it begins. */
  public int end() {
    return start + text.length();
  }

  /** Whether it is this sign. */
  public boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  /** Whether it is this word, in any case and without quotes. */
  public boolean isWord(String word) {
    return kind == Kind.NAME && text.equalsIgnoreCase(word);
  }

  /** Whether a value is bound there. */
  boolean isMarker() {
    return isSign("?") || isSign(":");
  }

  /** Whether it can name something, in quotes or without. */
  public boolean isName() {
    return kind == Kind.NAME || kind == Kind.QUOTED_NAME;
  }

  /** A name as the schema has it. */
  public String identifier() {
    return kind == Kind.QUOTED_NAME
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text.toLowerCase(Locale.ROOT);
  }

  /** The characters of a string. */
  String string() {
    return text.startsWith("$")
        ? text.substring(2, text.length() - 2)
        : text.substring(1, text.length() - 1).replace("''", "'");
  }

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<blank>\\s+|(?:--|//)[^\\n\\r]*|/\\*.*?\\*/)"
              + "|(?<constant>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|0[xX][0-9a-fA-F]*"
              + "|-?(?:[0-9]+(?i:mo|ms|us|µs|ns|[ywdhms]))+\\b"
              // As ISO 8601 has it; Cassandra takes no such word for a name, either.
              + "|-?P(?=[0-9T])(?:[0-9]+[YMWD])*(?:T(?:[0-9]+[HMS])+)?\\b)"
              + "|(?<number>-?[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|-?(?i:NaN|Infinity)\\b)"
              + "|(?<name>[a-zA-Z][a-zA-Z0-9_]*)"
              + "|(?<quoted>\"(?:[^\"]|\"\")++\")"
              + "|(?<string>'(?:[^']|'')*+'|\\$\\$.*?\\$\\$)"
              + "|(?<sign><=|>=|!=|[()\\[\\],.*;?<>=+{}:/%-])",
          Pattern.DOTALL);

  /**
   * The tokens of a text, comments left out; the last one is its end.
   *
   * @throws StatsException if it cannot be read as CQL
   */
  public static List<Token> tokens(String statement) {
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

  /** A place among the tokens of a statement, and the values of its markers. */
  static final class Cursor {
    private final String statement;
    private final List<Token> tokens;
    private final List<Object> values;
    private final Map<CqlIdentifier, Object> namedValues;
    private final Set<CqlIdentifier> names = new HashSet<>();
    private int next;
    private int markers;

    Cursor(StatsQuery query) {
      this.statement = query.statement();
      this.tokens = Token.tokens(statement);
      this.values = query.values();
      this.namedValues = query.namedValues();
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

    /** Takes a marker, and gives the value that is bound to it. */
    Object takeMarker() {
      if (take().isSign(":")) {
        return namedValue(CqlIdentifier.fromInternal(name("the name of a marker")));
      }
      if (markers == values.size()) {
        throw new StatsException(
            "The statement has more markers (?) than the %d values that are bound."
                .formatted(markers));
      }
      return values.get(markers++);
    }

    private Object namedValue(CqlIdentifier name) {
      if (!namedValues.containsKey(name)) {
        throw new StatsException(
            "The statement has a marker :%s: expected a value that is bound to this name, found %s."
                .formatted(name.asCql(true), listed(namedValues.keySet())));
      }
      names.add(name);
      return namedValues.get(name);
    }

    private static String listed(Set<CqlIdentifier> names) {
      return names.isEmpty()
          ? "none"
          : names.stream().map(name -> name.asCql(true)).collect(Collectors.joining(", "));
    }

    void requireAllBound() {
      if (names.size() < namedValues.size()) {
        throw new StatsException(
            "Values are bound to %s, and the statement has markers of %s."
                .formatted(listed(namedValues.keySet()), listed(names)));
      }
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
}
