/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import com.datastax.oss.driver.api.core.type.codec.CodecNotFoundException;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Select.Expression;

/** Reads a SELECT statement, and refuses by name what cannot be split. */
public final class SelectParser {
  private static final Set<String> OPERATORS = Set.of("=", "<", "<=", ">", ">=");

  private final Token.Cursor cursor;
  private final ExpressionParser expressions;

  private SelectParser(String statement, List<?> values) {
    this.cursor = new Token.Cursor(statement, values);
    this.expressions = new ExpressionParser(cursor);
  }

  /**
   * Reads a statement.
   *
   * @param statement CQL
   * @param values one for each {@code ?}
   * @throws org.cassandrastats.client.StatsException if it is no SELECT that can be split
   */
  public static Select parse(String statement, List<?> values) {
    return new SelectParser(statement, values).parse();
  }

  private Select parse() {
    cursor.expectWord("SELECT");
    for (String word : List.of("DISTINCT", "JSON")) {
      if (cursor.peek().isWord(word) && !cursor.peekSecond().isSign("(")) {
        throw new StatsException("SELECT " + word + " cannot be split: leave out " + word + ".");
      }
    }
    List<Select.Selector> selectors = selectors();
    cursor.expectWord("FROM");
    String table = cursor.name("a table");
    String keyspace = null;
    if (cursor.takeIfSign(".")) {
      keyspace = table;
      table = cursor.name("a table");
    }
    List<Select.Relation> relations = cursor.takeIfWord("WHERE") ? relations() : List.of();
    List<String> groupBy = groupBy();
    cursor.takeIfSign(";");
    requireEnd();
    cursor.requireAllBound();
    return new Select(selectors, keyspace, table, relations, groupBy);
  }

  private List<Select.Selector> selectors() {
    List<Select.Selector> selectors = new ArrayList<>();
    do {
      int start = cursor.position();
      Expression expression = expressions.expression();
      String name = cursor.writtenSince(start);
      selectors.add(
          new Select.Selector(
              cursor.takeIfWord("AS") ? cursor.name("an alias") : name, expression));
    } while (cursor.takeIfSign(","));
    return selectors;
  }

  private List<Select.Relation> relations() {
    List<Select.Relation> relations = new ArrayList<>();
    do {
      relations.add(relation());
    } while (cursor.takeIfWord("AND"));
    return relations;
  }

  private Select.Relation relation() {
    if (cursor.peekSecond().isSign("(") || cursor.peek().isSign("(")) {
      throw new StatsException(
          "The condition at character %d of the statement cannot be split: expected COLUMN OPERATOR VALUE, with one of =, <, <=, >, >=."
              .formatted(cursor.position() + 1));
    }
    String column = cursor.name("a column");
    Token operator = cursor.peek();
    if (operator.kind() != Token.Kind.SIGN || !OPERATORS.contains(operator.text())) {
      throw new StatsException(
          "The condition %s %s cannot be split: expected one of =, <, <=, >, >=."
              .formatted(column, operator.text().toUpperCase(Locale.ROOT)));
    }
    cursor.take();
    boolean bound = cursor.peek().isSign("?");
    Expression.Literal literal = expressions.literal();
    return new Select.Relation(column, operator.text(), literal.cql(), bound, literal.value());
  }

  private List<String> groupBy() {
    List<String> columns = new ArrayList<>();
    if (cursor.takeIfWord("GROUP")) {
      cursor.expectWord("BY");
      do {
        columns.add(cursor.name("a column"));
      } while (cursor.takeIfSign(","));
    }
    return columns;
  }

  private void requireEnd() {
    if (cursor.peek().kind() != Token.Kind.END) {
      throw new StatsException(
          "\"%s\" cannot be split: expected SELECT aggregates FROM table, then at most WHERE and GROUP BY."
              .formatted(cursor.peek().text().toUpperCase(Locale.ROOT)));
    }
  }

  /** Reads expressions. */
  private record ExpressionParser(Token.Cursor cursor) {
    Expression expression() {
      Token token = cursor.peek();
      if (token.isName() && !isConstantName(token)) {
        return named();
      }
      if (token.isSign("*")) {
        throw new StatsException(
            "SELECT * reads rows; expected aggregates, such as count(*) or stats.mean(value).");
      }
      return literal();
    }

    private Expression named() {
      if (cursor.peek().isWord("CAST") && cursor.peekSecond().isSign("(")) {
        return cast();
      }
      String first = cursor.name("a function or column");
      String keyspace = null;
      if (cursor.takeIfSign(".")) {
        keyspace = first;
        first = cursor.name("a function");
      }
      if (!cursor.peek().isSign("(")) {
        if (keyspace != null) {
          throw cursor.unexpected("\"(\" after the name of a function");
        }
        return new Expression.Column(first);
      }
      return new Expression.Call(keyspace, first, arguments());
    }

    private List<Expression> arguments() {
      cursor.expectSign("(");
      List<Expression> arguments = new ArrayList<>();
      if (cursor.takeIfSign(")")) {
        return arguments;
      }
      if (cursor.takeIfSign("*")) {
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
      Expression.Column column = new Expression.Column(cursor.name("a column"));
      cursor.expectWord("AS");
      String type = cursor.name("a type");
      cursor.expectSign(")");
      return new Expression.Cast(column, type);
    }

    private static boolean isConstantName(Token token) {
      return token.isWord("null") || token.isWord("true") || token.isWord("false");
    }

    /** A constant, or what is bound to a marker. */
    Expression.Literal literal() {
      if (cursor.takeIfSign("?")) {
        Object value = cursor.marker();
        return new Expression.Literal(format(value), value);
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
      return new Expression.Literal(token.text(), value);
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
          elements.stream().map(Expression::cql).collect(Collectors.joining(", ", "[", "]")),
          values);
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
}
