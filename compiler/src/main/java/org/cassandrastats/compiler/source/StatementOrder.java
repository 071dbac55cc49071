/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

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

/**
 * Statements in the order of their text. The child nodes of a tree that was changed are in no
 * particular order.
 */
public final class StatementOrder {
  private final List<Statement> statements = new ArrayList<>();

  private StatementOrder() {}

  /** A statement and all statements inside it. */
  public static List<Statement> of(Statement statement) {
    StatementOrder order = new StatementOrder();
    order.add(statement);
    return order.statements;
  }

  private void add(Statement statement) {
    statements.add(statement);
    if (statement instanceof BlockStmt block) {
      block.getStatements().forEach(this::add);
    } else if (statement instanceof IfStmt choice) {
      add(choice.getThenStmt());
      choice.getElseStmt().ifPresent(this::add);
    } else if (statement instanceof ForStmt loop) {
      add(loop.getBody());
    } else if (statement instanceof ForEachStmt loop) {
      add(loop.getBody());
    } else if (statement instanceof WhileStmt loop) {
      add(loop.getBody());
    } else if (statement instanceof DoStmt loop) {
      add(loop.getBody());
    } else if (statement instanceof LabeledStmt labeled) {
      add(labeled.getStatement());
    } else if (statement instanceof SynchronizedStmt block) {
      add(block.getBody());
    } else if (statement instanceof SwitchStmt choice) {
      choice.getEntries().forEach(entry -> entry.getStatements().forEach(this::add));
    } else if (statement instanceof TryStmt block) {
      add(block.getTryBlock());
      block.getCatchClauses().forEach(clause -> add(clause.getBody()));
      block.getFinallyBlock().ifPresent(this::add);
    }
  }
}
