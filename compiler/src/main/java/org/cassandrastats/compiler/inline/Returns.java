/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.compiler.source.Facts;

/**
 * Rewrites the {@code return} statements of an inlined method: the result goes to a variable, and
 * where more would follow, a labelled {@code break} leaves the method's block.
 */
final class Returns {
  private final String type;
  private final boolean isConverted;
  private final String target;
  private final String label;
  private boolean breaks;

  private Returns(String type, boolean isConverted, String target, String label) {
    this.type = type;
    this.isConverted = isConverted;
    this.target = target;
    this.label = label;
  }

  /**
   * Rewrites the returns of a body.
   *
   * @param type the return type of the method
   * @param targetType the type of the variable, which converts to its own type by itself
   * @param target the variable for the result, or null for none
   * @param label a free label
   * @return the statements to put in place of the call
   */
  static List<Statement> assign(
      BlockStmt body, String type, String targetType, String target, String label) {
    Returns returns = new Returns(type, !type.equals(targetType), target, label);
    returns.rewriteLast(body);
    body.findAll(ReturnStmt.class).forEach(returns::leave);
    if (returns.breaks) {
      return List.of(new LabeledStmt(new SimpleName(label), body));
    }
    return List.copyOf(body.getStatements());
  }

  /** Converts the returned values as the method's own return type would. */
  static void convert(BlockStmt body, String type) {
    for (ReturnStmt statement : body.findAll(ReturnStmt.class)) {
      statement
          .getExpression()
          .ifPresent(value -> statement.setExpression(convert(value.clone(), type)));
    }
  }

  private static Expression convert(Expression value, String type) {
    // A boxed or null result is converted by the assignment or return that takes it.
    return Facts.isPrimitive(type) ? Parentheses.coerce(type, value) : value;
  }

  /** {@code if (a) return x; b(); return y;} becomes {@code if (a) return x; else {...}}. */
  private static void chainGuards(NodeList<Statement> statements) {
    for (int i = statements.size() - 2; i >= 0; i--) {
      if (statements.get(i) instanceof IfStmt guard
          && guard.getElseStmt().isEmpty()
          && returns(guard.getThenStmt())
          && endsInReturn(guard.getThenStmt())) {
        NodeList<Statement> rest = new NodeList<>();
        while (statements.size() > i + 1) {
          Statement next = statements.get(i + 1);
          next.remove();
          rest.add(next);
        }
        if (isBareReturn(guard.getThenStmt())) {
          negate(guard);
          guard.setThenStmt(new BlockStmt(rest));
        } else {
          boolean isChain = rest.size() == 1 && rest.get(0) instanceof IfStmt;
          guard.setElseStmt(isChain ? rest.get(0) : new BlockStmt(rest));
        }
      }
    }
  }

  /** {@code return;} alone, without a comment that would be lost. */
  private static boolean isBareReturn(Statement statement) {
    if (statement.getComment().isPresent()) {
      return false;
    }
    if (statement instanceof BlockStmt block) {
      return block.getStatements().size() == 1 && isBareReturn(block.getStatement(0));
    }
    return statement instanceof ReturnStmt result && result.getExpression().isEmpty();
  }

  /** Turns a condition into its opposite. */
  static void negate(IfStmt guard) {
    UnaryExpr not = new UnaryExpr();
    not.setOperator(UnaryExpr.Operator.LOGICAL_COMPLEMENT);
    Expression condition = guard.getCondition();
    guard.setCondition(Facts.typed(not, "boolean"));
    not.setExpression(condition);
    Parentheses.around(condition);
  }

  private static boolean returns(Statement statement) {
    return statement.findFirst(ReturnStmt.class).isPresent();
  }

  private static boolean endsInReturn(Statement statement) {
    if (statement instanceof BlockStmt block) {
      return block.getStatements().getLast().filter(Returns::endsInReturn).isPresent();
    }
    return statement instanceof ReturnStmt || statement instanceof ThrowStmt;
  }

  /** Rewrites the returns after which the block ends anyway. */
  private void rewriteLast(Statement statement) {
    if (statement instanceof BlockStmt block) {
      chainGuards(block.getStatements());
      Optional<Statement> last = block.getStatements().getLast();
      last.ifPresent(this::rewriteLast);
    } else if (statement instanceof IfStmt choice) {
      rewriteLast(choice.getThenStmt());
      choice.getElseStmt().ifPresent(this::rewriteLast);
    } else if (statement instanceof ReturnStmt result) {
      replace(result, assignment(result).map(NodeList::new).orElseGet(NodeList::new));
    }
  }

  private void leave(ReturnStmt result) {
    NodeList<Statement> statements = new NodeList<>();
    assignment(result).ifPresent(statements::add);
    statements.add(new BreakStmt(new SimpleName(label)));
    breaks = true;
    replace(result, statements);
  }

  private Optional<Statement> assignment(ReturnStmt result) {
    if (target == null || result.getExpression().isEmpty()) {
      return Optional.empty();
    }
    Expression value = result.getExpression().get();
    Expression name = Facts.typed(new NameExpr(target), type);
    Expression assign =
        new AssignExpr(
            name,
            isConverted ? convert(value.clone(), type) : value.clone(),
            AssignExpr.Operator.ASSIGN);
    return Optional.of(
        Facts.located(new ExpressionStmt(Facts.typed(assign, type)), Facts.location(result)));
  }

  private static void replace(ReturnStmt result, NodeList<Statement> statements) {
    result
        .getComment()
        .filter(comment -> !statements.isEmpty())
        .ifPresent(comment -> statements.get(0).setComment(comment.clone()));
    if (result.getParentNode().orElseThrow() instanceof BlockStmt block) {
      int index = Statements.indexOf(block.getStatements(), result);
      result.remove();
      for (int i = 0; i < statements.size(); i++) {
        block.addStatement(index + i, statements.get(i));
      }
    } else {
      result.replace(statements.size() == 1 ? statements.get(0) : new BlockStmt(statements));
    }
  }
}
