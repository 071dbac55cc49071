/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import org.cassandrastats.compiler.source.Facts;

/**
 * Keeps the static type of an expression that moves from an argument, an initialiser or a {@code
 * return} to a place that would not convert it by itself: {@code 1 / 2} is not {@code 1.0 / 2}.
 */
final class Coercion {
  private Coercion() {}

  /** The expression, converted to a type where its own is another one. */
  static Expression to(String type, Expression expression) {
    String from = Facts.type(expression);
    if (!isNeeded(from, type)) {
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
  static boolean isNeeded(String from, String to) {
    return (Facts.isPrimitive(from) || Facts.isPrimitive(to)) && !from.equals(to);
  }
}
