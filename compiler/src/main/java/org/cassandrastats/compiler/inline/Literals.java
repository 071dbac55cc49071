/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;

/** Arithmetic on the whole numbers that stand in a body, with the name of a constant or without. */
final class Literals {
  private static final String NAME = "/\\*.*?\\*/ ?";

  private Literals() {}

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
