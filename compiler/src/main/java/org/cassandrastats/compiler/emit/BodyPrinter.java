/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Location;

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

  /**
   * Where the lines of a printed body come from. The printed text is parsed again: it has the same
   * statements in the same order as the tree that it was printed from, which knows their places.
   */
  static IntFunction<Location> origins(String text, BlockStmt body, Location method) {
    List<Statement> made = statements(body);
    List<Statement> printed = statements(StaticJavaParser.parseBlock("{\n" + text + "\n}"));
    NavigableMap<Integer, Location> origins = new TreeMap<>();
    origins.put(0, method);
    for (int i = 1; i < Math.min(made.size(), printed.size()); i++) {
      int line = printed.get(i).getBegin().orElseThrow().line - 1;
      Location origin = Facts.location(made.get(i));
      if (origin.line() > 0) {
        origins.putIfAbsent(line, origin);
      }
    }
    return line -> {
      Map.Entry<Integer, Location> entry = origins.floorEntry(Math.max(0, line));
      return entry.getValue();
    };
  }

  /**
   * A statement and all statements inside it in the order of their text. The child nodes of a tree
   * that was changed are in no particular order.
   */
  private static List<Statement> statements(Statement statement) {
    List<Statement> statements = new ArrayList<>();
    add(statement, statements);
    return statements;
  }

  private static void add(Statement statement, List<Statement> statements) {
    statements.add(statement);
    if (statement instanceof BlockStmt block) {
      block.getStatements().forEach(inner -> add(inner, statements));
    } else if (statement instanceof IfStmt choice) {
      add(choice.getThenStmt(), statements);
      choice.getElseStmt().ifPresent(inner -> add(inner, statements));
    } else if (statement instanceof ForStmt loop) {
      add(loop.getBody(), statements);
    } else if (statement instanceof ForEachStmt loop) {
      add(loop.getBody(), statements);
    } else if (statement instanceof WhileStmt loop) {
      add(loop.getBody(), statements);
    } else if (statement instanceof DoStmt loop) {
      add(loop.getBody(), statements);
    } else if (statement instanceof LabeledStmt labeled) {
      add(labeled.getStatement(), statements);
    } else if (statement instanceof SynchronizedStmt block) {
      add(block.getBody(), statements);
    } else if (statement instanceof SwitchStmt choice) {
      choice
          .getEntries()
          .forEach(entry -> entry.getStatements().forEach(inner -> add(inner, statements)));
    } else if (statement instanceof TryStmt block) {
      add(block.getTryBlock(), statements);
      block.getCatchClauses().forEach(clause -> add(clause.getBody(), statements));
      block.getFinallyBlock().ifPresent(inner -> add(inner, statements));
    }
  }
}
