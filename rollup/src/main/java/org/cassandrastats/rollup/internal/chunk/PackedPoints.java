/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter.RowTimes;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * The points of series of a table that was packed: those of its chunks, and of rows that are there.
 * The value of a row replaces that of the chunk at the same time. Of one thread.
 */
final class PackedPoints {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final BucketSource rows;
  private final Buckets buckets;
  private final List<PackedColumn> columns;
  private final ChunkStore chunks;
  private final RowReader reader;
  private final EitherTimes times;

  /**
   * Points of a table of rows.
   *
   * @param name of the table of rows
   * @param packed the table of its chunks
   * @throws org.cassandrastats.client.api.StatsException if one of them has another shape
   */
  PackedPoints(StatementSender calls, TableName name, TableMetadata packed) {
    StoredDefinition definition = ChunkTable.definition(packed);
    this.buckets = definition.buckets();
    this.rows =
        BucketSource.find(
            calls.session(), name, definition.time(), definition.countedUnit(), buckets);
    this.columns = PackedColumn.of(definition.columns());
    ChunkTable target =
        new ChunkTable(
            TableName.of(packed), rows.key(), ChunkTable.bucketColumn(packed), columns, false);
    target.checkShape(packed);
    this.chunks = new ChunkStore(calls, target);
    this.reader = new RowReader(calls, rows, columns, false);
    this.times =
        new EitherTimes(
            new RowTimes(calls, rows), new RowTimes(calls, ChunkTable.buckets(packed)), buckets);
  }

  BucketSource rows() {
    return rows;
  }

  List<PackedColumn> columns() {
    return columns;
  }

  /**
   * The buckets that hold the times between two keys, or all.
   *
   * @param lower no later than the first time; null for none
   * @param upper no earlier than the last time; null for none
   */
  Buckets.Span span(ByteBuffer lower, ByteBuffer upper) {
    TimeColumn time = rows.time();
    long latest =
        buckets.start(
            time.type().equals(DataTypes.DATE) ? DAY * Integer.MAX_VALUE : Long.MAX_VALUE / 2);
    boolean isOpen = upper == null || time.millis(upper) >= latest;
    return new Buckets.Span(
        lower == null ? null : (Long) buckets.start(time.millis(lower)),
        isOpen ? latest : buckets.end(buckets.start(time.millis(upper))));
  }

  /**
   * Reads the buckets of a series that hold something.
   *
   * @param isDescending whether the last one is read first
   * @param taker takes the points of each column of a bucket
   */
  void read(
      List<ByteBuffer> key, Buckets.Span span, boolean isDescending, Consumer<List<Points>> taker) {
    Long found =
        isDescending ? times.last(key, span.until()) : times.first(key, span.from(), span.until());
    while (found != null) {
      long start = buckets.start(found);
      long end = buckets.end(start);
      if (span.from() != null && start < span.from()) {
        return;
      }
      taker.accept(points(key, start, end));
      if (isDescending) {
        found = times.last(key, start);
      } else {
        found = end < span.until() ? times.first(key, end, span.until()) : null;
      }
    }
  }

  private List<Points> points(List<ByteBuffer> key, long start, long end) {
    ChunkStore.StoredBucket stored = chunks.read(key, start);
    return stored.with(reader.read(key, start, end, stored::cuts).columns());
  }
}
