/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

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
