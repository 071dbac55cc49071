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
}
