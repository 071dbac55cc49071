/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Select.Expression;

/** Reads a SELECT statement, and refuses by name what cannot be split. */
public final class SelectParser {
  private static final Set<String> OPERATORS = Set.of("=", "<", "<=", ">", ">=");

  private final Token.Cursor cursor;
  private final ExpressionParser expressions;

  private SelectParser(StatsQuery query) {
    this.cursor = new Token.Cursor(query);
    this.expressions = new ExpressionParser(cursor, false);
  }

  /**
   * Reads a statement.
   *
   * @param query CQL, its values and the partitions beside it
   * @throws org.cassandrastats.client.api.StatsException if it is no SELECT that can be split
   */
  public static Select parse(StatsQuery query) {
    List<Select.Relation> more = query.conditions().stream().map(SelectParser::condition).toList();
    return new SelectParser(query)
        .parse(query.partitions().stream().map(PartitionValues::parse).toList(), more);
  }

  /**
   * Reads a statement with values for its markers.
   *
   * @throws org.cassandrastats.client.api.StatsException if it is no SELECT that can be split
   */
  public static Select parse(String statement, List<?> values) {
    return parse(StatsQuery.of(statement, values.toArray()));
  }

  /** Reads a condition that was given beside a statement. */
  private static Select.Relation condition(String condition) {
    SelectParser parser = new SelectParser(StatsQuery.of(condition));
    Select.Relation relation = parser.relation();
    if (parser.cursor.peek().kind() != Token.Kind.END) {
      throw new StatsException(
          "The condition \"%s\" cannot be read: expected COLUMN OPERATOR VALUE."
              .formatted(condition));
    }
    return relation;
  }

  private Select parse(List<PartitionValues> partitions, List<Select.Relation> more) {
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
    List<Select.Relation> relations =
        new ArrayList<>(cursor.takeIfWord("WHERE") ? relations() : List.of());
    relations.addAll(more);
    List<Expression> groupBy = groupBy();
    Select.Result result = result();
    cursor.takeIfSign(";");
    requireEnd();
    cursor.requireAllBound();
    return new Select(selectors, keyspace, table, relations, groupBy, partitions, result);
  }

  private List<Select.Selector> selectors() {
    List<Select.Selector> selectors = new ArrayList<>();
    do {
      int start = cursor.position();
      Expression expression = expressions.expression();
      // A column is named as the schema has it, like an alias; all else as it was written.
      String name =
          expression instanceof Expression.Column column
              ? column.name()
              : cursor.writtenSince(start);
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
    if (cursor.takeIfWord("IN")) {
      return membership(column);
    }
    Token operator = cursor.peek();
    if (operator.kind() != Token.Kind.SIGN || !OPERATORS.contains(operator.text())) {
      throw new StatsException(
          "The condition %s %s cannot be split: expected one of =, <, <=, >, >=, IN."
              .formatted(column, operator.text().toUpperCase(Locale.ROOT)));
    }
    cursor.take();
    boolean bound = cursor.peek().isMarker();
    Expression.Literal literal = expressions.computed();
    return new Select.Relation(column, operator.text(), literal.cql(), bound, literal.value());
  }

  /** Values in parentheses, or a list that is bound to a marker. */
  private Select.Relation membership(String column) {
    List<Select.Relation> values = new ArrayList<>();
    if (cursor.peek().isMarker()) {
      Expression.Literal literal = expressions.literal();
      if (!(literal.value() instanceof Collection<?> several)) {
        throw new StatsException("%s IN ?: expected a list.".formatted(column));
      }
      for (Object value : several) {
        values.add(equal(column, ExpressionParser.bound(value), true));
      }
    } else {
      cursor.expectSign("(");
      do {
        boolean bound = cursor.peek().isMarker();
        values.add(equal(column, expressions.computed(), bound));
      } while (cursor.takeIfSign(","));
      cursor.expectSign(")");
    }
    if (values.isEmpty()) {
      throw new StatsException("%s IN (): expected a value or more.".formatted(column));
    }
    String cql =
        values.stream().map(Select.Relation::cql).collect(Collectors.joining(", ", "(", ")"));
    return new Select.Relation(column, "IN", cql, false, List.copyOf(values));
  }

  private static Select.Relation equal(String column, Expression.Literal literal, boolean bound) {
    return new Select.Relation(column, "=", literal.cql(), bound, literal.value());
  }

  private List<Expression> groupBy() {
    List<Expression> groups = new ArrayList<>();
    if (cursor.takeIfWord("GROUP")) {
      cursor.expectWord("BY");
      do {
        groups.add(expressions.expression());
      } while (cursor.takeIfSign(","));
    }
    return groups;
  }

  private Select.Result result() {
    List<Select.Ordering> orderBy = new ArrayList<>();
    if (cursor.takeIfWord("ORDER")) {
      cursor.expectWord("BY");
      do {
        String column = cursor.name("a column");
        boolean descending = cursor.takeIfWord("DESC");
        orderBy.add(new Select.Ordering(column, descending));
        if (!descending) {
          cursor.takeIfWord("ASC");
        }
      } while (cursor.takeIfSign(","));
    }
    int perPartition = 0;
    if (cursor.takeIfWord("PER")) {
      cursor.expectWord("PARTITION");
      cursor.expectWord("LIMIT");
      perPartition = limit("PER PARTITION LIMIT");
    }
    int limit = cursor.takeIfWord("LIMIT") ? limit("LIMIT") : 0;
    boolean allowFiltering = cursor.takeIfWord("ALLOW");
    if (allowFiltering) {
      cursor.expectWord("FILTERING");
    }
    return new Select.Result(orderBy, perPartition, limit, allowFiltering);
  }

  private int limit(String what) {
    Expression.Literal literal = expressions.literal();
    try {
      int limit = new BigDecimal(literal.cql()).intValueExact();
      if (limit > 0) {
        return limit;
      }
    } catch (NumberFormatException | ArithmeticException noWholeNumber) {
      // Refused below.
    }
    throw new StatsException(
        "%s %s: expected a whole number from 1 to %d."
            .formatted(what, literal.cql(), Integer.MAX_VALUE));
  }

  private void requireEnd() {
    if (cursor.peek().kind() != Token.Kind.END) {
      throw new StatsException(
          "\"%s\" cannot be split: expected SELECT aggregates FROM table, then at most WHERE, GROUP BY, ORDER BY, PER PARTITION LIMIT, LIMIT and ALLOW FILTERING, in this order."
              .formatted(cursor.peek().text().toUpperCase(Locale.ROOT)));
    }
  }
}
