/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import java.util.List;
import org.cassandrastats.compiler.source.Facts;

/** Puts statements before or in the place of others. */
final class Statements {
  private Statements() {}

  /** Where a statement stands in a list, by identity: equal statements may stand twice. */
  static int indexOf(NodeList<? extends Node> list, Node node) {
    for (int i = 0; i < list.size(); i++) {
      if (Facts.isSame(list.get(i), node)) {
        return i;
      }
    }
    throw new IllegalArgumentException("not in the list: " + node);
  }

  /** The list that a statement stands in; makes a block around a lone one. */
  static NodeList<Statement> around(Statement statement) {
    Node parent = statement.getParentNode().orElseThrow();
    if (parent instanceof BlockStmt block) {
      return block.getStatements();
    } else if (parent instanceof SwitchEntry entry) {
      return entry.getStatements();
    }
    BlockStmt block = new BlockStmt();
    parent.replace(statement, block);
    block.addStatement(statement);
    return block.getStatements();
  }

  static void insertBefore(Statement anchor, List<Statement> statements) {
    NodeList<Statement> list = around(anchor);
    int index = indexOf(list, anchor);
    for (int i = 0; i < statements.size(); i++) {
      list.add(index + i, detached(statements.get(i)));
    }
  }

  static void insertAfter(Statement anchor, List<Statement> statements) {
    NodeList<Statement> list = around(anchor);
    int index = indexOf(list, anchor) + 1;
    for (int i = 0; i < statements.size(); i++) {
      list.add(index + i, detached(statements.get(i)));
    }
  }

  static void replace(Statement old, List<Statement> statements) {
    insertBefore(old, statements);
    old.remove();
  }

  private static Statement detached(Statement statement) {
    statement.remove();
    return statement;
  }

  /**
   * Where statements can be put that have to run before an expression.
   *
   * @param anchor the statement that the expression belongs to
   * @param refusal why not just anything can be put before it, or null if it can
   * @param isRepeated whether the expression may be evaluated more than once
   */
  record Spot(Statement anchor, String refusal, boolean isRepeated) {
    static Spot before(Statement anchor) {
      return new Spot(anchor, null, false);
    }

    /** The same place for an expression that may not be evaluated at all. */
    Spot optional(String reason) {
      return refusal == null ? new Spot(anchor, reason, isRepeated) : this;
    }

    /** The same place for an expression that may be evaluated several times. */
    Spot repeated(String reason) {
      return new Spot(anchor, reason, true);
    }

    /** Why something with an effect cannot be put before the statement, or null. */
    String refusal(Effect effect) {
      // To compute from local variables what nobody needs is a waste, but does no harm.
      return isRepeated || !effect.atMost(Effect.LOCALS) ? refusal : null;
    }
  }
}
