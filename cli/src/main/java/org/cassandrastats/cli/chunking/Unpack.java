/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.Spans;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.TableShape;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.cql.Names;

/**
 * A table of chunks that can be unpacked, and the table for its rows.
 *
 * @param table the table of chunks
 * @param packing what it holds
 * @param into the table of rows
 */
record Unpack(TableMetadata table, StoredDefinition packing, TableName into) {
  /**
   * Finds out what is wanted. Nothing is written, and no chunk is read.
   *
   * @throws UserError if it is not possible, or the table of rows has another shape
   */
  static Unpack resolve(CqlSession session, TableName from, TableName into) {
    TableMaker.requirePartitioner(session.getMetadata());
    TableMetadata table = from.require(session);
    Unpack unpack = new Unpack(table, ChunkTable.definition(table), into);
    unpack.chunks().checkShape(table);
    Optional<TableMetadata> rows = into.find(session);
    rows.ifPresent(unpack::check);
    return unpack;
  }

  List<PackedColumn> columns() {
    return PackedColumn.of(packing.columns());
  }

  ChunkTable chunks() {
    return new ChunkTable(TableName.of(table), key(), columns(), false);
  }

  Buckets buckets() {
    return new Buckets(Spans.parse(packing.bucket()).toMillis());
  }

  /** The statement that creates the table of rows. */
  String createStatement() {
    List<String> lines = new ArrayList<>(TableShape.described(key()));
    lines.add(packing.time() + " " + packing.type());
    columns().forEach(column -> lines.add(column.quoted() + " " + column.type()));
    lines.add("PRIMARY KEY ((%s), %s)".formatted(Names.cql(key()), packing.time()));
    return "CREATE TABLE IF NOT EXISTS %s (\n  %s\n)".formatted(into, String.join(",\n  ", lines));
  }

  /** The table of rows, which has to be there. */
  BucketSource rows(CqlSession session) {
    TableMetadata found = into.require(session);
    check(found);
    return BucketSource.find(
        session, into, packing.time(), packing.countedUnit(), Spans.parse(packing.bucket()));
  }

  private void check(TableMetadata rows) {
    TableShape shape = new TableShape(rows);
    shape.requireKey(key(), List.of(packing.time() + " " + packing.type()));
    for (PackedColumn column : columns()) {
      shape.requireColumn(column.name(), List.of(column.type()));
    }
  }

  private List<ColumnMetadata> key() {
    return table.getPartitionKey();
  }
}
