/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Fills the lines of a formatted body. google-java-format gives each operand of a long expression a
 * line of its own, which makes a condition or a message of a body as tall as a loop; here the parts
 * of a statement, and the lines of a comment, stand beside each other as far as they fit.
 */
final class Filling {
  private static final int WIDTH = 110;

  /** What is on a line of its own: the end of a statement, the start or end of a block, a label. */
  private static final Pattern WHOLE = Pattern.compile(".*[;{}]|\\w+:|case .*:|");

  /** A comment that ends with the name of the method whose body follows. */
  private static final Pattern ORIGIN = Pattern.compile("//.*\\b[A-Z]\\w*\\.\\w+");

  private final List<String> filled = new ArrayList<>();
  private String line = "";
  private String continued = "";

  private Filling() {}

  static List<String> fill(List<String> lines) {
    Filling filling = new Filling();
    lines.forEach(filling::add);
    filling.end();
    return List.copyOf(filling.filled);
  }

  private void add(String next) {
    String text = next.strip();
    if (isComment(text) != isComment(line.strip())) {
      end();
    }
    if (line.isEmpty()) {
      line = next;
      String indent = next.substring(0, next.length() - text.length());
      continued = indent + (isComment(text) ? "// " : "    ");
    } else {
      String part = isComment(text) ? text.substring(2).strip() : text;
      String longer = line + (isTight(line, part) ? "" : " ") + part;
      if (longer.length() <= WIDTH) {
        line = longer;
      } else {
        filled.add(line);
        line = continued + part;
      }
    }
    boolean isSentence = isComment(text) && (text.endsWith(".") || ORIGIN.matcher(text).matches());
    if (isSentence || (!isComment(text) && WHOLE.matcher(text).matches())) {
      end();
    }
  }

  /** Ends the statement or the sentence. */
  private void end() {
    if (!line.isEmpty() || !continued.isEmpty()) {
      filled.add(line);
    }
    line = "";
    continued = "";
  }

  private static boolean isComment(String text) {
    return text.startsWith("//");
  }

  private static boolean isTight(String before, String part) {
    return before.endsWith("(")
        || before.endsWith("[")
        || part.startsWith(".")
        || part.startsWith("[");
  }
}
