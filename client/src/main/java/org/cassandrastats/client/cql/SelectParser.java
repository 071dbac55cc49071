/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.cassandrastats.client.StatsException;

/** Reads a SELECT statement, and refuses by name what cannot be split. */
public final class SelectParser {
  private static final Set<String> OPERATORS = Set.of("=", "<", "<=", ">", ">=");

  private final Cursor cursor;
  private final ExpressionParser expressions;

  private SelectParser(String statement, List<?> values) {
    this.cursor = new Cursor(statement, values);
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
    List<Selector> selectors = selectors();
    cursor.expectWord("FROM");
    String table = cursor.name("a table");
    String keyspace = null;
    if (cursor.takeIfSign(".")) {
      keyspace = table;
      table = cursor.name("a table");
    }
    List<Relation> relations = cursor.takeIfWord("WHERE") ? relations() : List.of();
    List<String> groupBy = groupBy();
    cursor.takeIfSign(";");
    requireEnd();
    cursor.requireAllBound();
    return new Select(selectors, keyspace, table, relations, groupBy);
  }

  private List<Selector> selectors() {
    List<Selector> selectors = new ArrayList<>();
    do {
      int start = cursor.position();
      Expression expression = expressions.expression();
      String name = cursor.writtenSince(start);
      selectors.add(
          new Selector(cursor.takeIfWord("AS") ? cursor.name("an alias") : name, expression));
    } while (cursor.takeIfSign(","));
    return selectors;
  }

  private List<Relation> relations() {
    List<Relation> relations = new ArrayList<>();
    do {
      relations.add(relation());
    } while (cursor.takeIfWord("AND"));
    return relations;
  }

  private Relation relation() {
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
    return new Relation(column, operator.text(), literal.cql(), bound, literal.value());
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
}
