/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import java.lang.reflect.Field;

/**
 * Replaces the project's constants by their values. The name stays in front of the value as a
 * comment, {@code /* COUNT *}{@code / 8}, so that a reader of the body still knows what it is.
 */
record ConstantFolder(ClassLoader compiled, FactCollector.Declarations declarations) {
  private static final int LARGEST_TO_READ = 1_000_000;

  void fold(MethodDeclaration method) {
    method.findAll(Expression.class).stream()
        .filter(expression -> expression.containsData(ClassNames.PROJECT_CONSTANT))
        .forEach(this::fold);
  }

  private void fold(Expression expression) {
    ClassNames.Constant constant = expression.getData(ClassNames.PROJECT_CONSTANT);
    Location location = Facts.location(expression);
    String comment = "/* " + constant.name() + " */ ";
    Object value = value(constant, location);
    Expression literal = written(comment, constant, value);
    if (literal == null) {
      literal = literal(comment, value);
    }
    if (literal == null) {
      throw new CompileException(
          location,
          "the constant "
              + constant.name()
              + " has no literal form: a function body has no fields; use a number, a boolean or a"
              + " string, or make the value inside the method");
    }
    Facts.located(Facts.typed(literal, Facts.type(expression)), location);
    expression.replace(literal);
  }

  /** The number as the source writes it, in hexadecimal where that does; else null. */
  private Expression written(String comment, ClassNames.Constant constant, Object value) {
    ClassOrInterfaceDeclaration owner = declarations.type(constant.owner());
    if (owner == null) {
      return null;
    }
    Expression source =
        owner
            .getFieldByName(constant.name())
            .flatMap(field -> field.getVariable(0).getInitializer())
            .orElse(null);
    // What a number of another type is initialised with is none of that type.
    if (source instanceof IntegerLiteralExpr number && value instanceof Integer) {
      return new IntegerLiteralExpr(comment + number.getValue());
    } else if (source instanceof LongLiteralExpr number && value instanceof Long) {
      return new LongLiteralExpr(comment + number.getValue());
    } else if (source instanceof DoubleLiteralExpr number && value instanceof Double) {
      return new DoubleLiteralExpr(comment + number.getValue());
    } else if (source != null && isOfBits(source)) {
      return bits(comment, value);
    }
    return null;
  }

  /** Whether a constant is put together from bits. */
  private static boolean isOfBits(Expression source) {
    return source
        .findFirst(
            BinaryExpr.class,
            part ->
                part.getOperator() == BinaryExpr.Operator.LEFT_SHIFT
                    || part.getOperator() == BinaryExpr.Operator.BINARY_OR)
        .isPresent();
  }

  /** A number in hexadecimal, if it is too large to be read otherwise; else null. */
  private static Expression bits(String comment, Object value) {
    if (value instanceof Integer number && number > LARGEST_TO_READ) {
      return new IntegerLiteralExpr(comment + "0x" + Integer.toHexString(number));
    } else if (value instanceof Long number && number > LARGEST_TO_READ) {
      return new LongLiteralExpr(comment + "0x" + Long.toHexString(number) + "L");
    }
    return null;
  }

  /** The value of a {@code static final} field, read from the compiled classes. */
  private Object value(ClassNames.Constant constant, Location location) {
    try {
      Field field =
          Class.forName(constant.owner(), true, compiled).getDeclaredField(constant.name());
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new CompileException(
          location,
          "the constant "
              + constant.owner()
              + "."
              + constant.name()
              + " is not in the compiled classes; compile udf and uda first");
    }
  }

  private static Expression literal(String comment, Object value) {
    if (value instanceof Byte) {
      return new IntegerLiteralExpr(comment + "(byte) " + value);
    } else if (value instanceof Short) {
      return new IntegerLiteralExpr(comment + "(short) " + value);
    } else if (value instanceof Integer) {
      return new IntegerLiteralExpr(comment + value);
    } else if (value instanceof Long) {
      return new LongLiteralExpr(comment + value + "L");
    } else if (value instanceof Double number) {
      return new DoubleLiteralExpr(comment + text(number));
    } else if (value instanceof Boolean bool) {
      return new BooleanLiteralExpr(bool);
    } else if (value instanceof String string) {
      return new StringLiteralExpr().setString(string);
    }
    return null;
  }

  private static String text(double value) {
    if (Double.isNaN(value)) {
      return "Double.NaN";
    } else if (Double.isInfinite(value)) {
      return value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
    }
    return Double.toString(value);
  }
}
