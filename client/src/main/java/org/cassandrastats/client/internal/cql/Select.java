/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A SELECT statement.
 *
 * @param selectors what is selected
 * @param keyspace of the table, or null where the statement names none
 * @param table as the schema has it
 * @param relations the conditions
 * @param groupBy columns that the rows are grouped by, and functions of them
 * @param partitions values of columns of the partition key that were given beside the statement
 * @param result what is wanted of the groups
 */
public record Select(
    List<Selector> selectors,
    String keyspace,
    String table,
    List<Relation> relations,
    List<Expression> groupBy,
    List<PartitionValues> partitions,
    Result result) {
  /** Copies the lists. */
  public Select {
    selectors = List.copyOf(selectors);
    relations = List.copyOf(relations);
    groupBy = List.copyOf(groupBy);
    partitions = List.copyOf(partitions);
  }

  /**
   * What follows the groups in a statement.
   *
   * @param orderBy columns in their order
   * @param perPartitionLimit how many groups of a partition are wanted; 0 for all
   * @param limit how many groups are wanted; 0 for all
   * @param allowFiltering whether the statement allows to read rows in vain
   */
  public record Result(
      List<Ordering> orderBy, int perPartitionLimit, int limit, boolean allowFiltering) {
    /** Copies the list. */
    public Result {
      orderBy = List.copyOf(orderBy);
    }

    /** The same without an order of its own. */
    public Result inOrderOfRows() {
      return new Result(List.of(), perPartitionLimit, limit, allowFiltering);
    }
  }

  /**
   * A column by which rows are to be ordered.
   *
   * @param column as the schema has it
   * @param descending whether from the greatest value on
   */
  public record Ordering(String column, boolean descending) {}

  /**
   * A condition of the WHERE clause.
   *
   * @param column as the schema has it
   * @param operator one of {@code =}, {@code <}, {@code <=}, {@code >}, {@code >=}, {@code IN}
   * @param cql the value as CQL writes it
   * @param bound whether the value was bound to a marker
   * @param value what was bound; of {@code IN} a list of relations with {@code =}
   */
  public record Relation(String column, String operator, String cql, boolean bound, Object value) {
    /** A relation for each value: of {@code IN} several. */
    @SuppressWarnings("unchecked") // The parser puts nothing else there.
    public List<Relation> each() {
      return operator.equals("IN") ? (List<Relation>) value : List.of(this);
    }

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

    /** The names of the columns in it. */
    default Stream<String> columns() {
      return Stream.empty();
    }

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
      public Stream<String> columns() {
        return arguments.stream().flatMap(Expression::columns);
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
      public Stream<String> columns() {
        return Stream.of(name);
      }

      @Override
      public String cql() {
        return Identifier.quoteIfNeeded(name);
      }
    }

    /**
     * A field of a value of a user-defined type.
     *
     * @param value a column, or a part of one
     * @param field as the schema has it
     */
    record Field(Expression value, String field) implements Expression {
      @Override
      public Stream<String> columns() {
        return value.columns();
      }

      @Override
      public String cql() {
        return value.cql() + "." + Identifier.quoteIfNeeded(field);
      }
    }

    /**
     * The value of a key of a map, or an element of a set.
     *
     * @param value a column, or a part of one
     */
    record Element(Expression value, Literal key) implements Expression {
      @Override
      public Stream<String> columns() {
        return value.columns();
      }

      @Override
      public String cql() {
        return value.cql() + "[" + key.cql() + "]";
      }
    }

    /**
     * Something as a value of another type.
     *
     * @param value a column, a call of a function of columns, or an operation on them
     * @param type the name of a CQL type
     */
    record Cast(Expression value, String type) implements Expression {
      @Override
      public Stream<String> columns() {
        return value.columns();
      }

      @Override
      public String cql() {
        return "CAST(" + value.cql() + " AS " + type + ")";
      }
    }

    /**
     * Two values and an operator between them.
     *
     * @param left the first value
     * @param operator one of {@code + - * / %}
     * @param right the second value
     */
    record Operation(Expression left, String operator, Expression right) implements Expression {
      @Override
      public Stream<String> columns() {
        return Stream.concat(left.columns(), right.columns());
      }

      @Override
      public String cql() {
        return operand(left) + " " + operator + " " + operand(right);
      }

      private static String operand(Expression operand) {
        return operand instanceof Operation ? "(" + operand.cql() + ")" : operand.cql();
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

    /**
     * A constant with its type.
     *
     * @param type the name of a CQL type
     * @param literal the constant
     */
    record Typed(String type, Literal literal) implements Expression {
      @Override
      public String cql() {
        return "(" + type + ") " + literal.cql();
      }
    }
  }
}
