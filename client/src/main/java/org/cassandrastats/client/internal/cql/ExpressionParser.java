/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.type.codec.CodecNotFoundException;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select.Expression;

/**
 * Reads expressions.
 *
 * @param cursor where the next one begins
 * @param constants whether they are left to a server as they are written: of constants only
 */
record ExpressionParser(Token.Cursor cursor, boolean constants) {
  Expression expression() {
    Expression sum = product();
    while (cursor.peek().isSign("+") || cursor.peek().isSign("-")) {
      sum = new Expression.Operation(sum, cursor.take().text(), product());
    }
    return sum;
  }

  private Expression product() {
    Expression product = term();
    while (cursor.peek().isSign("*") || cursor.peek().isSign("/") || cursor.peek().isSign("%")) {
      product = new Expression.Operation(product, cursor.take().text(), term());
    }
    return product;
  }

  private Expression term() {
    Token token = cursor.peek();
    if (token.isName() && !isConstantName(token)) {
      return named();
    }
    if (token.isSign("*") && !constants) {
      throw new StatsException(
          "SELECT * reads rows; expected aggregates, such as count(*) or stats.mean(value).");
    }
    return token.isSign("(") ? parenthesised() : literal();
  }

  /** An expression, or a constant with its type in front. */
  private Expression parenthesised() {
    cursor.expectSign("(");
    if (cursor.peek().isName() && cursor.peekSecond().isSign(")")) {
      return typed();
    }
    Expression inside = expression();
    cursor.expectSign(")");
    return inside;
  }

  /** Without its type, a text in a statement is an ascii anyway. */
  private Expression typed() {
    String type = cursor.name("a type");
    cursor.expectSign(")");
    if (constants) {
      return term();
    }
    Expression.Literal literal = literal();
    return type.equals("ascii") ? literal : new Expression.Typed(type, literal);
  }

  private Expression named() {
    if (!constants && cursor.peek().isWord("CAST") && cursor.peekSecond().isSign("(")) {
      return cast();
    }
    String first = cursor.name("a function or column");
    String keyspace = null;
    if (cursor.takeIfSign(".")) {
      keyspace = first;
      first = cursor.name("a function or field");
    }
    if (constants) {
      return new Expression.Call(keyspace, first, arguments());
    }
    if (!cursor.peek().isSign("(")) {
      return part(
          keyspace == null
              ? new Expression.Column(first)
              : new Expression.Field(new Expression.Column(keyspace), first));
    }
    return new Expression.Call(keyspace, first, arguments());
  }

  /** A value, or a field or an element of it. */
  private Expression part(Expression value) {
    Expression part = value;
    while (cursor.peek().isSign(".") || cursor.peek().isSign("[")) {
      if (cursor.takeIfSign(".")) {
        part = new Expression.Field(part, cursor.name("a field"));
      } else {
        cursor.expectSign("[");
        part = new Expression.Element(part, literal());
        cursor.expectSign("]");
      }
    }
    return part;
  }

  private List<Expression> arguments() {
    cursor.expectSign("(");
    List<Expression> arguments = new ArrayList<>();
    if (cursor.takeIfSign(")")) {
      return arguments;
    }
    if (!constants && cursor.takeIfSign("*")) {
      arguments.add(new Expression.Star());
    } else {
      do {
        arguments.add(expression());
      } while (cursor.takeIfSign(","));
    }
    cursor.expectSign(")");
    return arguments;
  }

  private Expression cast() {
    cursor.expectWord("CAST");
    cursor.expectSign("(");
    Expression value = expression();
    cursor.expectWord("AS");
    String type = cursor.name("a type");
    cursor.expectSign(")");
    return new Expression.Cast(value, type);
  }

  private static boolean isConstantName(Token token) {
    return token.isWord("null") || token.isWord("true") || token.isWord("false");
  }

  /** A constant, or what is bound to a marker. */
  Expression.Literal literal() {
    if (cursor.peek().isMarker()) {
      if (constants) {
        throw cursor.unexpected("a constant");
      }
      return bound(cursor.takeMarker());
    }
    if (cursor.peek().isSign("[")) {
      return list();
    }
    Token token = cursor.peek();
    Object value =
        switch (token.kind()) {
          case STRING -> token.string();
          case NUMBER -> number(token.text());
          case CONSTANT -> token.text();
          case NAME -> named(token);
          default -> throw cursor.unexpected("a value");
        };
    cursor.take();
    return new Expression.Literal(
        token.kind() == Token.Kind.CONSTANT ? constant(token.text()) : token.text(), value);
  }

  /**
   * A constant, what is bound to a marker, or an expression of constants such as {@code
   * currentTimestamp() - 1d}, which is left to a server.
   */
  Expression.Literal computed() {
    Token first = cursor.peek();
    if (first.isMarker() || first.isSign("[")) {
      return literal();
    }
    Expression constant = new ExpressionParser(cursor, true).expression();
    return constant instanceof Expression.Literal literal && !first.isSign("(")
        ? literal
        : new Expression.Literal("(" + cursor.writtenSince(first.start()) + ")", null);
  }

  /** A duration in one spelling, so that it is the same one wherever it is written. */
  private static String constant(String text) {
    try {
      String duration = CqlDuration.from(text).toString();
      return duration.isEmpty() ? text : duration;
    } catch (IllegalArgumentException | ArithmeticException other) {
      // A UUID or a blob; what no duration is as long as, Cassandra refuses.
      return text;
    }
  }

  static Expression.Literal bound(Object value) {
    return new Expression.Literal(format(value), value);
  }

  private Object named(Token token) {
    if (!isConstantName(token)) {
      throw cursor.unexpected("a value");
    }
    return token.isWord("null") ? null : token.isWord("true");
  }

  private static Object number(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    if (word.endsWith("nan")) {
      return Double.NaN;
    }
    if (word.endsWith("infinity")) {
      return word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return new BigDecimal(text.endsWith(".") ? text + "0" : text);
  }

  private Expression.Literal list() {
    cursor.expectSign("[");
    List<Expression.Literal> elements = new ArrayList<>();
    if (!cursor.takeIfSign("]")) {
      do {
        elements.add(literal());
      } while (cursor.takeIfSign(","));
      cursor.expectSign("]");
    }
    List<Object> values = new ArrayList<>();
    elements.forEach(element -> values.add(element.value()));
    return new Expression.Literal(
        elements.stream().map(Expression::cql).collect(Collectors.joining(", ", "[", "]")), values);
  }

  /** A Java value in CQL. */
  private static String format(Object value) {
    try {
      return value == null ? "null" : CodecRegistry.DEFAULT.codecFor(value).format(value);
    } catch (CodecNotFoundException unknown) {
      throw new StatsException(
          "No CQL type has values of %s, which is bound to a marker."
              .formatted(value.getClass().getName()),
          unknown);
    }
  }
}
