/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
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

/**
 * Writes rows into a table. A row is its key: one that is written twice, by a task that Spark
 * repeats, is there once.
 */
final class RowAppend implements WriteBuilder, Write, BatchWrite {
  private final SourceOptions options;
  private final StructType schema;
  private final String insert;
  private final List<Boolean> keys = new ArrayList<>();

  /**
   * A write.
   *
   * @param schema of the rows
   * @throws IllegalArgumentException if the table cannot be written, or a column
   */
  RowAppend(RelationMetadata table, SourceOptions options, StructType schema) {
    this.options = options;
    this.schema = schema;
    List<String> columns = new ArrayList<>();
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
      if (!CqlValues.isWritten(column.getType())) {
        throw new IllegalArgumentException(
            "The column %s of the type %s is not written from Spark: expected numbers, times, text, blobs, ids, and collections of these."
                .formatted(name, column.getType().asCql(false, true)));
      }
      columns.add(Names.cql(column.getName()));
      keys.add(table.getPrimaryKey().contains(column));
    }
    this.insert =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(
                Names.cql(table),
                String.join(", ", columns),
                String.join(", ", columns.stream().map(column -> "?").toList()));
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
    return new RowWriter.Factory(options, insert, schema, List.copyOf(keys));
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
