/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.ast.stmt.BlockStmt;
import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prints a body as google-java-format lays it out, with filled lines. */
final class BodyPrinter {
  private static final String BEFORE = "class Body {\n  Object body() {\n";
  private static final String AFTER = "\n}\n}\n";

  private BodyPrinter() {}

  /**
   * The text of a body.
   *
   * @param header lines of a comment in front
   */
  static String print(List<String> header, BlockStmt body) {
    String comment = header.stream().map(line -> "// " + line + "\n").collect(Collectors.joining());
    String printed = body.toString();
    String inner = printed.substring(printed.indexOf('{') + 1, printed.lastIndexOf('}'));
    String source = BEFORE + comment + inner + AFTER;
    try {
      String formatted = new Formatter().formatSource(source);
      List<String> lines =
          formatted
              .lines()
              .skip(2)
              .takeWhile(line -> !line.equals("  }"))
              .filter(line -> !line.isBlank())
              .map(line -> line.substring(2))
              .toList();
      return String.join("\n", Filling.fill(lines)) + "\n";
    } catch (FormatterException e) {
      throw new IllegalStateException(
          "the compiler printed a body that does not parse:\n" + source, e);
    }
  }

  /**
   * Fills the lines of a formatted body. google-java-format gives each operand of a long expression
   * a line of its own, which makes a condition or a message of a body as tall as a loop; here the
   * parts of a statement, and the lines of a comment, stand beside each other as far as they fit.
   */
  static final class Filling {
    private static final int WIDTH = 110;

    /**
     * What is on a line of its own: the end of a statement, the start or end of a block, a label.
     */
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
      boolean isSentence =
          isComment(text) && (text.endsWith(".") || ORIGIN.matcher(text).matches());
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
}
