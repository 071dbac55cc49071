/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.ast.stmt.BlockStmt;
import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.util.List;
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
}
