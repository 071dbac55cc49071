/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Leaves the values out of a statement: a virtual table does not know who reads it, and who may
 * read it may not be one who may read what others look for.
 */
final class Literals {
  /** That of a number, and not an operator. */
  private static final String SIGN = "(?:(?<![\\w\")\\]])-)?";

  /**
   * The tokens of CQL that matter, in the order in which they have to be tried. Possessive, so that
   * no statement takes long or a deep stack.
   */
  private static final Pattern TOKEN =
      Pattern.compile(
          String.join(
              "|",
              "(?<name>(?:\"[^\"]*+(?:\"|\\z))++)",
              "(?<blank>(?:\\s++|(?:--|//)[^\\r\\n]*+|/\\*[\\s\\S]*?(?:\\*/|\\z))++)",
              "(?:'[^']*+(?:'|\\z))++",
              "\\$\\$[\\s\\S]*?(?:\\$\\$|\\z)",
              // A UUID
              "\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}",
              "(?i:true|false)(?!\\w)",
              // Durations of ISO 8601
              SIGN + "P\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d",
              SIGN + "P(?=T?\\d)(?:\\d++[YMWD])*+(?:T(?:\\d++[HMS])++)?+(?!\\w)",
              "(?<word>[A-Za-z_]\\w*+)",
              // Numbers, blobs and durations
              SIGN + "\\d[\\w.\u00b5]*+(?:(?<=[eE])[+-]\\d++)?"));

  private Literals() {}

  /** A statement with a question mark for each literal, without comments and line breaks. */
  static String hidden(String statement) {
    StringBuilder shown = new StringBuilder();
    Matcher token = TOKEN.matcher(statement);
    while (token.find()) {
      token.appendReplacement(shown, Matcher.quoteReplacement(shownInstead(token)));
    }
    return token.appendTail(shown).toString();
  }

  private static String shownInstead(Matcher token) {
    if (token.group("blank") != null) {
      return " ";
    }
    return token.group("name") != null || token.group("word") != null ? token.group() : "?";
  }
}
