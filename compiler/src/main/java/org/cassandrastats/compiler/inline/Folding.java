/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.IfStmt;
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
    body.findAll(BlockStmt.class).forEach(Folding::dropDead);
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
      Long number = integer(cast.getExpression());
      return number == null
          ? null
          : switch (cast.getTypeAsString()) {
            case "int" -> new IntegerLiteralExpr(String.valueOf(number.intValue()));
            case "long" -> new LongLiteralExpr(number + "L");
            default -> null;
          };
    } else if (expression instanceof UnaryExpr unary
        && unary.getOperator() == UnaryExpr.Operator.MINUS) {
      return negative(unary.getExpression());
    } else if (expression instanceof ConditionalExpr choice
        && choice.getCondition() instanceof BooleanLiteralExpr condition) {
      Expression chosen = condition.getValue() ? choice.getThenExpr() : choice.getElseExpr();
      // An int beside a double is a double.
      return Facts.type(chosen).equals(Facts.type(choice)) ? chosen.clone() : null;
    } else if (expression instanceof MethodCallExpr call) {
      Expression hexadecimal = hexadecimal(call);
      return hexadecimal == null ? extreme(call) : hexadecimal;
    } else if (expression instanceof BinaryExpr binary) {
      Expression text = joined(binary);
      Expression known = text == null ? logical(binary) : text;
      return known == null ? result(binary) : known;
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
    String before = isText ? text(last) : null;
    String right = text(binary.getRight());
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

  /** {@code if (false) a();} is dropped. */
  private static void dropDead(BlockStmt block) {
    block
        .getStatements()
        .removeIf(
            statement ->
                statement instanceof IfStmt choice
                    && choice.getElseStmt().isEmpty()
                    && isKnown(choice.getCondition(), false));
  }

  private static boolean isKnown(Expression condition, boolean value) {
    return condition instanceof BooleanLiteralExpr known && known.getValue() == value;
  }

  /** What is left of {@code &&} and {@code ||} where an operand is known, or null. */
  private static Expression logical(BinaryExpr binary) {
    if (!Facts.isShortCircuit(binary)) {
      return null;
    }
    boolean decides = binary.getOperator() == BinaryExpr.Operator.OR;
    if (isKnown(binary.getLeft(), decides) || isKnown(binary.getRight(), !decides)) {
      return binary.getLeft().clone();
    }
    return isKnown(binary.getLeft(), !decides) ? binary.getRight().clone() : null;
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

  private static final String NAME = "/\\*.*?\\*/ ?";

  /** The value of an int or long literal, or null. */
  static Long integer(Expression expression) {
    if (!(expression instanceof IntegerLiteralExpr || expression instanceof LongLiteralExpr)) {
      return null;
    }
    String digits = ((LiteralStringValueExpr) expression).getValue().replaceFirst(NAME, "");
    // A constant may be a byte or a short, which is written with a cast.
    if (!digits.matches("-?\\d\\w*")) {
      return null;
    }
    return expression instanceof IntegerLiteralExpr
        ? new IntegerLiteralExpr(digits).asNumber().longValue()
        : new LongLiteralExpr(digits).asNumber().longValue();
  }

  /** What a literal adds to a text, or null. */
  static String text(Expression expression) {
    if (expression instanceof StringLiteralExpr string) {
      return string.getValue();
    }
    if (expression instanceof DoubleLiteralExpr real) {
      String digits = real.getValue().replaceFirst(NAME, "");
      return digits.matches("-?\\d\\S*[^fF]")
          ? String.valueOf(new DoubleLiteralExpr(digits).asDouble())
          : null;
    }
    Long number = integer(expression);
    return number == null ? null : number.toString();
  }

  /** {@code Integer.toHexString} of a number, or null. */
  static Expression hexadecimal(MethodCallExpr call) {
    if (!call.getNameAsString().equals("toHexString")
        || !call.getScope().filter(scope -> scope.toString().equals("Integer")).isPresent()) {
      return null;
    }
    Long number = integer(call.getArgument(0));
    return number == null ? null : new StringLiteralExpr(Integer.toHexString(number.intValue()));
  }

  /** A number with the other sign, or null. */
  static Expression negative(Expression expression) {
    if (!(expression instanceof DoubleLiteralExpr number)) {
      return null;
    }
    String digits = number.getValue().replaceFirst(NAME, "");
    return digits.matches("\\d.*") ? new DoubleLiteralExpr("-" + digits) : null;
  }

  /** {@code Math.min} or {@code Math.max} of two numbers, or null. */
  static Expression extreme(MethodCallExpr call) {
    if (call.getArguments().size() != 2
        || !call.getScope().filter(scope -> scope.toString().equals("Math")).isPresent()
        || !(call.getArgument(0) instanceof IntegerLiteralExpr)
        || !(call.getArgument(1) instanceof IntegerLiteralExpr)) {
      return null;
    }
    Long first = integer(call.getArgument(0));
    Long second = integer(call.getArgument(1));
    if (first == null || second == null) {
      return null;
    }
    return switch (call.getNameAsString()) {
      case "min" -> new IntegerLiteralExpr(String.valueOf(Math.min(first, second)));
      case "max" -> new IntegerLiteralExpr(String.valueOf(Math.max(first, second)));
      default -> null;
    };
  }

  /** The result of an operator on two numbers, or null. */
  static Expression result(BinaryExpr binary) {
    Long left = integer(binary.getLeft());
    Long right = integer(binary.getRight());
    if (left == null || right == null) {
      return null;
    }
    boolean isShift = binary.getOperator().name().endsWith("SHIFT");
    boolean isInt =
        binary.getLeft() instanceof IntegerLiteralExpr
            && (isShift || binary.getRight() instanceof IntegerLiteralExpr);
    return switch (binary.getOperator()) {
      case LESS -> new BooleanLiteralExpr(left < right);
      case GREATER -> new BooleanLiteralExpr(left > right);
      case LESS_EQUALS -> new BooleanLiteralExpr(left <= right);
      case GREATER_EQUALS -> new BooleanLiteralExpr(left >= right);
      case EQUALS -> new BooleanLiteralExpr(left.equals(right));
      case NOT_EQUALS -> new BooleanLiteralExpr(!left.equals(right));
      case PLUS -> number(isInt, left + right);
      case MINUS -> number(isInt, left - right);
      case MULTIPLY -> number(isInt, left * right);
      case BINARY_AND -> number(isInt, left & right);
      case BINARY_OR -> hex(isInt, left | right);
      case XOR -> number(isInt, left ^ right);
      case LEFT_SHIFT -> number(isInt, isInt ? left.intValue() << right : left << right);
      case SIGNED_RIGHT_SHIFT -> number(isInt, isInt ? left.intValue() >> right : left >> right);
      case UNSIGNED_RIGHT_SHIFT ->
          number(isInt, isInt ? left.intValue() >>> right : left >>> right);
      // Nobody divides constants here.
      default -> null;
    };
  }

  private static Expression number(boolean isInt, long value) {
    return isInt
        ? new IntegerLiteralExpr(String.valueOf((int) value))
        : new LongLiteralExpr(value + "L");
  }

  /** Bits that are put together are read in hexadecimal. */
  private static Expression hex(boolean isInt, long value) {
    return isInt
        ? new IntegerLiteralExpr("0x" + Integer.toHexString((int) value))
        : new LongLiteralExpr("0x" + Long.toHexString(value) + "L");
  }
}
