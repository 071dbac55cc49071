/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.client.internal.cql.Names;

/**
 * The columns that tell the series of a table apart: its rows of one series are in the order of
 * their times.
 *
 * @param partition the columns of the partition key
 * @param clustering the clustering columns before the time
 */
public record SeriesKey(List<ColumnMetadata> partition, List<ColumnMetadata> clustering) {
  /** Copies the lists. */
  public SeriesKey {
    partition = List.copyOf(partition);
    clustering = List.copyOf(clustering);
  }

  /** The series of a table, whose rows or buckets are in the order of a clustering column. */
  public static SeriesKey of(TableMetadata table, ColumnMetadata time) {
    List<ColumnMetadata> clustering = List.copyOf(table.getClusteringColumns().keySet());
    return new SeriesKey(table.getPartitionKey(), clustering.subList(0, clustering.indexOf(time)));
  }

  /** All of them, in their order. */
  public List<ColumnMetadata> columns() {
    List<ColumnMetadata> columns = new ArrayList<>(partition);
    columns.addAll(clustering);
    return columns;
  }

  /** Their names in CQL. */
  public String names() {
    return Names.cql(columns());
  }

  /** Conditions on them, with a marker for each. */
  public String markers() {
    return columns().stream()
        .map(column -> Names.cql(column.getName()) + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  /**
   * The primary key of a table of the same series.
   *
   * @param more its further clustering columns, in CQL
   */
  public String primaryKey(String... more) {
    List<String> names = new ArrayList<>(List.of("(" + Names.cql(partition) + ")"));
    clustering.forEach(column -> names.add(Names.cql(column.getName())));
    names.addAll(List.of(more));
    return "PRIMARY KEY (" + String.join(", ", names) + ")";
  }
}
