/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import org.cassandrastats.compiler.source.Facts;

/**
 * Writes a finished body as a person would: what is known when it is compiled is computed, texts
 * that stand beside each other are one, and no comment is said twice in a row.
 */
public final class Folding {
  /** A text that is longer stays in the parts in which the source has it. */
  private static final int LONGEST_TEXT = 84;

  private Folding() {}

  /** Folds all of a body, whose calls are inlined already. */
  public static void fold(BlockStmt body) {
    body.findAll(Expression.class, Node.TreeTraversal.POSTORDER).forEach(Folding::fold);
    body.findAll(BlockStmt.class).forEach(Folding::dropRepeatedComments);
  }

  private static void fold(Expression expression) {
    if (expression.getParentNode().isEmpty()) {
      return;
    }
    Expression folded = folded(expression);
    if (folded != null) {
      Facts.inheritType(folded, expression);
      expression.replace(folded);
      Parentheses.around(folded);
    }
  }

  /** What an expression can be replaced by, whose parts are folded already; else null. */
  private static Expression folded(Expression expression) {
    if (expression instanceof EnclosedExpr enclosed) {
      Expression inner = enclosed.getInner();
      boolean isPlain = inner instanceof StringLiteralExpr || !inner.toString().contains("-");
      return inner instanceof LiteralExpr && isPlain ? inner.clone() : null;
    } else if (expression instanceof CastExpr cast) {
      Long number = Literals.integer(cast.getExpression());
      return number == null
          ? null
          : switch (cast.getTypeAsString()) {
            case "int" -> new IntegerLiteralExpr(String.valueOf(number.intValue()));
            case "long" -> new LongLiteralExpr(number + "L");
            default -> null;
          };
    } else if (expression instanceof UnaryExpr unary
        && unary.getOperator() == UnaryExpr.Operator.MINUS) {
      return Literals.negative(unary.getExpression());
    } else if (expression instanceof ConditionalExpr choice
        && choice.getCondition() instanceof BooleanLiteralExpr condition) {
      Expression chosen = condition.getValue() ? choice.getThenExpr() : choice.getElseExpr();
      // An int beside a double is a double.
      return Facts.type(chosen).equals(Facts.type(choice)) ? chosen.clone() : null;
    } else if (expression instanceof MethodCallExpr call) {
      Expression hexadecimal = Literals.hexadecimal(call);
      return hexadecimal == null ? Literals.extreme(call) : hexadecimal;
    } else if (expression instanceof BinaryExpr binary) {
      Expression text = joined(binary);
      return text == null ? Literals.result(binary) : text;
    }
    return null;
  }

  /** {@code x + "a" + "b"}, {@code x + "a" + 8} and {@code 8 + "a"} as one text. */
  private static Expression joined(BinaryExpr binary) {
    if (binary.getOperator() != BinaryExpr.Operator.PLUS) {
      return null;
    }
    Expression left = binary.getLeft();
    boolean isSum =
        left instanceof BinaryExpr inner && inner.getOperator() == BinaryExpr.Operator.PLUS;
    Expression last = isSum ? ((BinaryExpr) left).getRight() : left;
    boolean isText =
        last instanceof StringLiteralExpr
            || (!isSum && binary.getRight() instanceof StringLiteralExpr);
    String before = isText ? Literals.text(last) : null;
    String right = Literals.text(binary.getRight());
    if (before == null || right == null || before.length() + right.length() > LONGEST_TEXT) {
      return null;
    }
    StringLiteralExpr joined = new StringLiteralExpr(before + right);
    Facts.typed(joined, "java.lang.String");
    if (!isSum) {
      return joined;
    }
    BinaryExpr sum = (BinaryExpr) left.clone();
    sum.setRight(joined);
    return sum;
  }

  private static void dropRepeatedComments(BlockStmt block) {
    String before = "";
    for (Statement statement : block.getStatements()) {
      String comment = statement.getComment().map(node -> node.getContent().strip()).orElse("");
      if (!comment.isEmpty() && comment.equals(before)) {
        statement.removeComment();
      }
      before = comment.isEmpty() ? before : comment;
    }
  }
}
