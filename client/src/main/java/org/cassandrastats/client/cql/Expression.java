/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.udf.annotation.Identifier;

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
