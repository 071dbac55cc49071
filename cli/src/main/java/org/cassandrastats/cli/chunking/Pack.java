/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.BucketTask;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.console.TimeTexts;
import org.cassandrastats.cli.console.UserError;

/**
 * A table of rows that can be packed, and the table of its chunks.
 *
 * @param source the table of rows
 * @param columns those that are packed
 * @param target the table of chunks
 * @param buckets how time is cut
 * @param packing what the table of chunks says, or will say
 * @param table the table of chunks as it is; empty where it is not there
 */
record Pack(
    BucketSource source,
    List<PackedColumn> columns,
    ChunkTable target,
    Buckets buckets,
    Packing packing,
    Optional<TableMetadata> table) {
  Pack {
    columns = List.copyOf(columns);
  }

  /**
   * Finds out what is wanted. Nothing is written, and no row is read.
   *
   * @param names of the columns to be packed, in CQL
   * @throws UserError if it is not possible, or the table of chunks holds something else
   */
  static Pack resolve(CqlSession session, BucketTask task, List<String> names) {
    TableMaker.requirePartitioner(session.getMetadata());
    BucketSource source =
        BucketSource.find(session, task.from(), task.time(), task.unit(), task.bucket());
    requirePoints(source);
    List<PackedColumn> columns =
        names.stream()
            .map(name -> PackedColumn.of(source.name(), BucketSource.column(source.table(), name)))
            .toList();
    ChunkTable target = new ChunkTable(task.into(), source.key(), columns, task.typed());
    Buckets buckets = new Buckets(task.bucket().toMillis());
    Packing packing =
        Packing.of(
            task.from().toString(),
            source.time(),
            TimeTexts.format(task.bucket()),
            buckets.startText(task.since()),
            columns);
    Optional<TableMetadata> table = task.into().find(session);
    return new Pack(
        source,
        columns,
        target,
        buckets,
        table.map(found -> target.check(found, packing)).orElse(packing),
        table);
  }

  /** When rows are wanted from, in milliseconds; null for the first one. */
  Long since() {
    return packing.since() == null ? null : Instant.parse(packing.since()).toEpochMilli();
  }

  /**
   * Refuses to delete rows that are more than what was packed of them.
   *
   * @throws UserError if the table has other columns
   */
  void requireWholeRows() {
    Set<String> packed = columns.stream().map(PackedColumn::name).collect(Collectors.toSet());
    List<ColumnMetadata> others =
        source.table().getColumns().values().stream()
            .filter(column -> !column.isStatic() && !isKey(column))
            .filter(column -> !packed.contains(column.getName().asInternal()))
            .toList();
    if (!others.isEmpty()) {
      throw new UserError(
          "--delete-rows would delete what is not packed of %s, which is %s: leave it out, or pack all columns."
              .formatted(source.name(), BucketSource.names(others)));
    }
  }

  private boolean isKey(ColumnMetadata column) {
    return source.table().getPrimaryKey().contains(column);
  }

  private static void requirePoints(BucketSource source) {
    if (!source.time().isNumber()) {
      throw new UserError(
          "The column %s is a timeuuid, of which a chunk would hold the milliseconds and lose the rest: expected timestamp, bigint or date."
              .formatted(source.time().name()));
    }
    List<ColumnMetadata> clustering = List.copyOf(source.table().getClusteringColumns().keySet());
    if (clustering.size() > 1) {
      throw new UserError(
          "Rows of %s at one time are told apart by %s, which a chunk does not hold: such a table cannot be packed."
              .formatted(
                  source.name(), BucketSource.names(clustering.subList(1, clustering.size()))));
    }
  }
}
