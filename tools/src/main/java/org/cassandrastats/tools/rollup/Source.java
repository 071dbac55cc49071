/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.tools.console.UserError;

/**
 * The table whose rows are rolled up.
 *
 * @param table its description
 * @param time the column of its rows' time
 */
record Source(TableMetadata table, TimeColumn time) {
  /**
   * Finds the table.
   *
   * @param time the name of the column in CQL
   * @throws UserError if there is no such table or column, or its rows cannot be put into buckets
   */
  static Source find(
      CqlSession session, TableName name, String time, CountedUnit unit, Duration bucket) {
    TableMetadata table =
        name.find(session)
            .orElseThrow(
                () ->
                    new UserError(
                        "There is no table %s in the keyspace %s."
                            .formatted(name.table().asCql(true), name.keyspace().asCql(true))));
    ColumnMetadata column =
        table
            .getColumn(identifier(time))
            .orElseThrow(
                () ->
                    new UserError(
                        "There is no column %s in %s: it has %s."
                            .formatted(time, name, names(table.getColumns().values()))));
    List<ColumnMetadata> clustering = List.copyOf(table.getClusteringColumns().keySet());
    if (clustering.isEmpty() || !clustering.get(0).equals(column)) {
      throw new UserError(
          "Rows of %s are not kept in the order of %s: expected its first clustering column%s."
              .formatted(
                  name,
                  time,
                  clustering.isEmpty()
                      ? ", and the table has none"
                      : ", which is " + clustering.get(0).getName().asCql(true)));
    }
    return new Source(
        table, TimeColumn.of(column.getName().asCql(true), column.getType(), unit, bucket));
  }

  private static CqlIdentifier identifier(String name) {
    try {
      return CqlIdentifier.fromCql(name);
    } catch (IllegalArgumentException unquoted) {
      throw new UserError(
          "%s is not the name of a column: expected it as CQL writes it.".formatted(name),
          unquoted);
    }
  }

  /** Whether it is a rollup itself, whose rows stand for several. */
  boolean isRollup() {
    return Target.definition(table).isPresent();
  }

  /** What counts the rows of a bucket. */
  String rowCount() {
    return isRollup() ? "sum(" + Target.ROWS + ")" : "count(*)";
  }

  TableName name() {
    return TableName.of(table);
  }

  List<ColumnMetadata> key() {
    return table.getPartitionKey();
  }

  /** The columns of the partition key in CQL. */
  String keyNames() {
    return names(key());
  }

  /** Conditions on the partition key, with a marker for each column. */
  String keyMarkers() {
    return key().stream()
        .map(column -> column.getName().asCql(true) + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  static String names(Iterable<ColumnMetadata> columns) {
    List<String> names = new ArrayList<>();
    columns.forEach(column -> names.add(column.getName().asCql(true)));
    return String.join(", ", names);
  }
}
