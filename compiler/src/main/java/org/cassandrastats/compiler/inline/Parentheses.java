/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import org.cassandrastats.compiler.source.Facts;

/** Puts an expression into parentheses where its new place would otherwise change its meaning. */
final class Parentheses {
  private static final int ASSIGNMENT = 0;
  private static final int CONDITIONAL = 1;
  private static final int RELATIONAL = 8;
  private static final int UNARY = 12;
  private static final int PRIMARY = 14;

  private Parentheses() {}

  /** Replaces a node by an expression, in parentheses where they are needed. */
  static void replace(Expression old, Expression replacement) {
    old.replace(replacement);
    around(replacement);
  }

  /** Adds parentheses to an expression where its parent needs them. */
  static void around(Expression expression) {
    Node parent = expression.getParentNode().orElse(null);
    if (parent != null && level(expression) < needed(parent, expression)) {
      EnclosedExpr enclosed = new EnclosedExpr();
      Facts.typed(enclosed, Facts.type(expression));
      expression.replace(enclosed);
      enclosed.setInner(expression);
    }
  }

  private static int needed(Node parent, Expression child) {
    if (parent instanceof BinaryExpr binary) {
      int level = level(binary);
      return Facts.isSame(binary.getRight(), child) ? level + 1 : level;
    } else if (parent instanceof UnaryExpr) {
      // A minus in front of a minus would read as a decrement.
      return UNARY + 1;
    } else if (parent instanceof CastExpr) {
      return UNARY;
    } else if (parent instanceof ConditionalExpr conditional) {
      return Facts.isSame(conditional.getCondition(), child) ? CONDITIONAL + 1 : CONDITIONAL;
    } else if (parent instanceof InstanceOfExpr) {
      return RELATIONAL;
    } else if (parent instanceof FieldAccessExpr
        || Facts.isScope(parent, child)
        || (parent instanceof ArrayAccessExpr access && Facts.isSame(access.getName(), child))) {
      return PRIMARY;
    }
    return ASSIGNMENT;
  }

  private static int level(Expression expression) {
    if (expression instanceof BinaryExpr binary) {
      return level(binary.getOperator());
    } else if (expression instanceof UnaryExpr || expression instanceof CastExpr) {
      return UNARY;
    } else if (expression instanceof ConditionalExpr) {
      return CONDITIONAL;
    } else if (expression instanceof InstanceOfExpr) {
      return RELATIONAL;
    } else if (expression.isAssignExpr()) {
      return ASSIGNMENT;
    } else if (expression instanceof LiteralExpr && isNegative(expression)) {
      return UNARY;
    }
    return PRIMARY;
  }

  private static boolean isNegative(Expression literal) {
    return literal.toString().matches("(/\\*.*\\*/ )?[-(].*");
  }

  private static int level(BinaryExpr.Operator operator) {
    return switch (operator) {
      case OR -> 2;
      case AND -> 3;
      case BINARY_OR -> 4;
      case XOR -> 5;
      case BINARY_AND -> 6;
      case EQUALS, NOT_EQUALS -> 7;
      case LESS, GREATER, LESS_EQUALS, GREATER_EQUALS -> RELATIONAL;
      case LEFT_SHIFT, SIGNED_RIGHT_SHIFT, UNSIGNED_RIGHT_SHIFT -> 9;
      case PLUS, MINUS -> 10;
      case MULTIPLY, DIVIDE, REMAINDER -> 11;
    };
  }

  /**
   * The expression, converted to a type where its own is another one: keeps the static type of what
   * moves from an argument, an initialiser or a {@code return} to a place that would not convert it
   * by itself, as {@code 1 / 2} is not {@code 1.0 / 2}.
   */
  static Expression coerce(String type, Expression expression) {
    String from = Facts.type(expression);
    if (!isCoerced(from, type)) {
      return expression;
    }
    if (expression instanceof IntegerLiteralExpr literal
        && from.equals("int")
        && literal.getValue().matches(".*\\b\\d+")) {
      if (type.equals("long")) {
        return Facts.typed(new LongLiteralExpr(literal.getValue() + "L"), type);
      } else if (type.equals("double") && !literal.getValue().matches(".*\\b0\\d+")) {
        return Facts.typed(new DoubleLiteralExpr(literal.getValue() + ".0"), type);
      }
    }
    if (Facts.isPrimitive(from)) {
      if (!Facts.isPrimitive(type)) {
        return box(type, expression);
      }
      return cast(type, expression);
    }
    return cast(type, expression);
  }

  private static Expression box(String type, Expression expression) {
    String box = Facts.of(Facts.type(expression)).orElse(type);
    NameExpr owner = new NameExpr(box);
    MethodCallExpr call = new MethodCallExpr(owner, "valueOf", new NodeList<>(expression));
    Facts.markLibraryCall(call, "java.lang." + box, "valueOf");
    return Facts.typed(call, "java.lang." + box);
  }

  private static Expression cast(String type, Expression expression) {
    CastExpr cast = new CastExpr(StaticJavaParser.parseType(type), expression);
    Facts.typed(cast, type);
    Parentheses.around(expression);
    return cast;
  }

  /** Whether a value of the one type changes on its way to a variable of the other. */
  static boolean isCoerced(String from, String to) {
    return (Facts.isPrimitive(from) || Facts.isPrimitive(to)) && !from.equals(to);
  }
}
