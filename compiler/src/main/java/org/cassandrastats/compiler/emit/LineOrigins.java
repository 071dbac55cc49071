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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Location;

/**
 * Where the lines of a printed body come from. The printed text is parsed again: it has the same
 * statements in the same order as the tree that it was printed from, which knows their places.
 */
final class LineOrigins {
  private LineOrigins() {}

  static IntFunction<Location> of(String text, BlockStmt body, Location method) {
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
