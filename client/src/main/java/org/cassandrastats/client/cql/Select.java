/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.List;

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
}
