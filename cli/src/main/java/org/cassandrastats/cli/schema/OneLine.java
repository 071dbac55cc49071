/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements on one line with no semicolon but the one at their end, for tools that split files
 * there. The Java compiler reads the characters of a body that such tools would stumble over as
 * Unicode escapes.
 */
public final class OneLine {
  private static final Pattern BODY = Pattern.compile("(?s)(.*?)\\$\\$(.*)\\$\\$(.*)");
  // A Unicode escape of the body itself stays as it is: its backslash cannot be escaped.
  private static final Pattern TROUBLE = Pattern.compile("[\\n;'\"/-]|\\\\(?!u)");
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\u(000a|003b|0027|0022|002f|002d|005c)");

  private OneLine() {}

  /** A statement, without the closing semicolon. */
  public static String of(String statement) {
    Matcher parts = BODY.matcher(statement);
    return parts.matches()
        ? blanks(parts.group(1)) + "$$" + escaped(parts.group(2)) + "$$" + blanks(parts.group(3))
        : blanks(statement);
  }

  /** The body of a function as it was before it was written on one line. */
  public static String body(String stored) {
    return stored.indexOf('\n') >= 0
        ? stored
        : ESCAPE
            .matcher(stored)
            .replaceAll(
                escape ->
                    Matcher.quoteReplacement(
                        Character.toString(Integer.parseInt(escape.group(1), 16))));
  }

  private static String blanks(String text) {
    return text.replaceAll("\\s*\\n\\s*", " ");
  }

  private static String escaped(String body) {
    return TROUBLE
        .matcher(body)
        .replaceAll(
            trouble ->
                Matcher.quoteReplacement(
                    String.format(Locale.ROOT, "\\u%04x", (int) trouble.group().charAt(0))));
  }
}
