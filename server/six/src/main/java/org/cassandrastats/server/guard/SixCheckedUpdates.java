/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.RowUpdateBuilder;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.RangeTombstone;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.serializers.MarshalException;

/**
 * The row that a statement builds, each of whose new cells is validated, and each key that is
 * removed: whatever the value came from, it is the one that would be written. Everything else goes
 * on to the row of the statement.
 */
final class SixCheckedUpdates extends RowUpdateBuilder {
  private final RowUpdateBuilder row;

  SixCheckedUpdates(RowUpdateBuilder row) {
    // Prefetched rows are those of the row.
    super(row.metadata, row.clientState, row.options(), row.timestamp, row.nowInSec, row.ttl, null);
    this.row = row;
  }

  /** See {@link WriteApi#unknownMethods}. */
  static List<String> unknownMethods() {
    SixCheckedUpdates linked =
        new SixCheckedUpdates(
            new RowUpdateBuilder.RegularRowUpdateBuilder(null, null, null, 0L, 0L, 0, null));
    List<String> unknown = new ArrayList<>();
    for (Method method : linked.getClass().getMethods()) {
      if (method.getDeclaringClass() == RowUpdateBuilder.class) {
        unknown.add(method.toString());
      }
    }
    return unknown;
  }

  private static Cell<?> valid(ColumnMetadata column, Cell<?> cell) {
    try {
      column.validateCell(cell);
    } catch (MarshalException refused) {
      // The half-built row is lost with the statement.
      throw RefusedValue.in(column, refused);
    }
    return cell;
  }

  @Override
  public Cell<?> addCell(ColumnMetadata column, ByteBuffer value) {
    return valid(column, row.addCell(column, value));
  }

  @Override
  public Cell<?> addCell(ColumnMetadata column, byte[] value) {
    return valid(column, row.addCell(column, value));
  }

  @Override
  public Cell<?> addCell(ColumnMetadata column, CellPath path, ByteBuffer value) {
    return valid(column, row.addCell(column, path, value));
  }

  @Override
  public Cell<?> addCell(ColumnMetadata column, CellPath path, byte[] value) {
    return valid(column, row.addCell(column, path, value));
  }

  @Override
  public QueryOptions options() {
    return row.options();
  }

  @Override
  public Instant now() {
    return row.now();
  }

  @Override
  public long nowMillis() {
    return row.nowMillis();
  }

  @Override
  public long nowMicros() {
    return row.nowMicros();
  }

  @Override
  public byte[] nextTimeUUIDAsBytes() {
    return row.nextTimeUUIDAsBytes();
  }

  @Override
  public <V> void newRow(Clustering<V> clustering) {
    row.newRow(clustering);
  }

  @Override
  public void addRow(Row whole) {
    row.addRow(whole);
  }

  @Override
  public Clustering<?> currentClustering() {
    return row.currentClustering();
  }

  @Override
  public void addPrimaryKeyLivenessInfo() {
    row.addPrimaryKeyLivenessInfo();
  }

  @Override
  public void addRowDeletion() {
    row.addRowDeletion();
  }

  @Override
  public void addTombstone(ColumnMetadata column) {
    row.addTombstone(column);
  }

  @Override
  public void addTombstone(ColumnMetadata column, CellPath path) {
    RefusedValue.checkRemoved(column, path);
    row.addTombstone(column, path);
  }

  @Override
  public void addCounter(ColumnMetadata column, long increment) {
    row.addCounter(column, increment);
  }

  @Override
  public void setComplexDeletionTime(ColumnMetadata column) {
    row.setComplexDeletionTime(column);
  }

  @Override
  public void setComplexDeletionTimeForOverwrite(ColumnMetadata column) {
    row.setComplexDeletionTimeForOverwrite(column);
  }

  @Override
  public Row buildRow() {
    return row.buildRow();
  }

  @Override
  public DeletionTime deletionTime() {
    return row.deletionTime();
  }

  @Override
  public RangeTombstone makeRangeTombstone(
      ClusteringComparator comparator, Clustering<?> clustering) {
    return row.makeRangeTombstone(comparator, clustering);
  }

  @Override
  public RangeTombstone makeRangeTombstone(Slice slice) {
    return row.makeRangeTombstone(slice);
  }

  @Override
  public Row getPrefetchedRow(DecoratedKey key, Clustering<?> clustering) {
    return row.getPrefetchedRow(key, clustering);
  }
}
