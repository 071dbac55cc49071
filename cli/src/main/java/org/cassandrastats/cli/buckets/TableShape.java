/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.cql.Names;

/**
 * The columns of a table, as they are and as they should be.
 *
 * @param table that is there
 */
public record TableShape(TableMetadata table) {
  /**
   * Refuses another primary key.
   *
   * @param key the columns of the partition key
   * @param clustering name and type of the others, in CQL
   */
  public void requireKey(List<ColumnMetadata> key, List<String> clustering) {
    List<String> found = new ArrayList<>(described(table.getPartitionKey()));
    found.addAll(described(List.copyOf(table.getClusteringColumns().keySet())));
    List<String> expected = new ArrayList<>(described(key));
    expected.addAll(clustering);
    if (!found.equals(expected) || table.getPartitionKey().size() != key.size()) {
      throw new UserError(
          "%s has the primary key (%s): expected (%s), as the table of the rows has it now."
              .formatted(
                  TableName.of(table), String.join(", ", found), String.join(", ", expected)));
    }
  }

  /**
   * Refuses a table without a column, or with one of another type.
   *
   * @param column its name as the schema has it
   * @param types that it may have, in CQL
   */
  public void requireColumn(String column, List<String> types) {
    CqlIdentifier name = CqlIdentifier.fromInternal(column);
    String found =
        table.getColumn(name).map(metadata -> text(metadata.getType())).orElse("missing");
    if (!types.contains(found)) {
      throw new UserError(
          "The column %s of %s is %s: expected %s."
              .formatted(Names.cql(name), TableName.of(table), found, String.join(" or ", types)));
    }
  }

  /** Names and types of columns, in CQL. */
  public static List<String> described(List<ColumnMetadata> columns) {
    return columns.stream()
        .map(column -> Names.cql(column.getName()) + " " + text(column.getType()))
        .collect(Collectors.toList());
  }

  /** A type in CQL. */
  public static String text(DataType type) {
    return type.asCql(true, false);
  }
}
