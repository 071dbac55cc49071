/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A SELECT statement.
 *
 * @param selectors what is selected
 * @param keyspace of the table, or null where the statement names none
 * @param table as the schema has it
 * @param relations the conditions
 * @param groupBy columns that the rows are grouped by
 */
public record Select(
    List<Selector> selectors,
    String keyspace,
    String table,
    List<Relation> relations,
    List<String> groupBy) {
  /** Copies the lists. */
  public Select {
    selectors = List.copyOf(selectors);
    relations = List.copyOf(relations);
    groupBy = List.copyOf(groupBy);
  }

  /**
   * A condition of the WHERE clause.
   *
   * @param column as the schema has it
   * @param operator one of {@code =}, {@code <}, {@code <=}, {@code >}, {@code >=}
   * @param cql the value as CQL writes it
   * @param bound whether the value was bound to a marker
   * @param value what was bound
   */
  public record Relation(String column, String operator, String cql, boolean bound, Object value) {
    /** The condition, for messages. */
    @Override
    public String toString() {
      return column + " " + operator + " " + cql;
    }
  }

  /**
   * A column of the result.
   *
   * @param name its alias, or the expression as it was written
   * @param expression what it shows
   */
  public record Selector(String name, Expression expression) {}

  /** What is selected, or an argument of it. */
  public sealed interface Expression {
    /** The expression in CQL. */
    String cql();

    /**
     * A call of a function or aggregate.
     *
     * @param keyspace of the function, or null where none was named
     * @param name of the function, as the schema has it
     * @param arguments in order
     */
    record Call(String keyspace, String name, List<Expression> arguments) implements Expression {
      /** Copies the list. */
      public Call {
        arguments = List.copyOf(arguments);
      }

      @Override
      public String cql() {
        return (keyspace == null ? "" : Identifier.quoteIfNeeded(keyspace) + ".")
            + Identifier.quoteIfNeeded(name)
            + arguments.stream().map(Expression::cql).collect(Collectors.joining(", ", "(", ")"));
      }
    }

    /**
     * A column.
     *
     * @param name as the schema has it
     */
    record Column(String name) implements Expression {
      @Override
      public String cql() {
        return Identifier.quoteIfNeeded(name);
      }
    }

    /**
     * A column as a value of another type.
     *
     * @param column which
     * @param type the name of a CQL type
     */
    record Cast(Column column, String type) implements Expression {
      @Override
      public String cql() {
        return "CAST(" + column.cql() + " AS " + type + ")";
      }
    }

    /** All columns, in {@code count(*)}. */
    record Star() implements Expression {
      @Override
      public String cql() {
        return "*";
      }
    }

    /**
     * A constant.
     *
     * @param cql how CQL writes it
     * @param value a BigDecimal, Double, String, Boolean, List of such, whatever was bound, or null
     */
    record Literal(String cql, Object value) implements Expression {}
  }
}
