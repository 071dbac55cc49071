/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.spark.request.PlannedTable;
import org.cassandrastats.spark.value.CqlValues;

/**
 * Writes rows into a table. A row is its key: one that is written twice, by a task that Spark
 * repeats, is there once.
 */
final class RowAppend implements WriteBuilder, Write, BatchWrite {
  private final SourceOptions options;
  private final PlannedTable table;
  private final StructType schema;
  private final String insert;
  private final List<RowWriter.Column> columns = new ArrayList<>();

  /**
   * A write.
   *
   * @param schema of the rows
   * @throws IllegalArgumentException if the table has no such column
   */
  RowAppend(RelationMetadata table, SourceOptions options, StructType schema) {
    this.options = options;
    this.table = PlannedTable.of(table);
    this.schema = schema;
    requireOneKey(table);
    List<String> written = new ArrayList<>();
    for (String name : schema.fieldNames()) {
      ColumnMetadata column =
          table
              .getColumn(CqlIdentifier.fromInternal(name))
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "There is no column %s in %s: it has %s."
                              .formatted(
                                  name, Names.cql(table), Names.cql(table.getColumns().values()))));
      boolean isWritten = CqlValues.isWritten(column.getType());
      columns.add(
          new RowWriter.Column(
              Names.cql(column.getName()),
              column.getType().asCql(false, true),
              table.getPrimaryKey().contains(column),
              isWritten ? written.size() : -1));
      if (isWritten) {
        written.add(Names.cql(column.getName()));
      }
    }
    this.insert =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(
                Names.cql(table),
                String.join(", ", written),
                String.join(", ", written.stream().map(column -> "?").toList()));
  }

  /** Spark gives all decimals of a column the same digits, and Cassandra keys have their own. */
  private static void requireOneKey(RelationMetadata table) {
    for (ColumnMetadata column : table.getPartitionKey()) {
      if (column.getType().equals(DataTypes.DECIMAL)) {
        throw new IllegalArgumentException(
            "%s is not written from Spark: its partition key %s is a decimal, and 1.5 and 1.50 are two keys in Cassandra, and one value in Spark."
                .formatted(Names.cql(table), Names.cql(column.getName())));
      }
    }
  }

  @Override
  public Write build() {
    return this;
  }

  @Override
  public String description() {
    return "cassandra-stats " + insert;
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new RowWriter.Factory(options, table, insert, schema, List.copyOf(columns));
  }

  @Override
  public boolean useCommitCoordinator() {
    return false;
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    // Each task has written its rows.
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    // What is written stays: the same job writes the same rows.
  }
}
