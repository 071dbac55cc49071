/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.limit.MemoryBudget;

/** The batches of one request. Used by its thread only. */
public final class BatchRequest {
  /** So many values are taken between two looks at whether the aggregation is to end. */
  private static final int VALUES_UNCHECKED = 1 << 15;

  private static final int LEAST_STEP = 32;

  private final AskedColumns asked;
  private final SelectorParts parts;
  private final MemoryBudget budget;
  private final LongConsumer bytes;

  /** What was read last; null where nothing is held. */
  private BatchPage page;

  private Batch batch;

  /** Those of the batch that have not been fed. */
  private final Deque<BatchSlice> slices = new ArrayDeque<>();

  private List<BatchFeed> feeds;

  /** How many rows are fed between two looks. */
  private int step;

  /**
   * A request that has read nothing yet.
   *
   * @param bytes is told how many each page took
   */
  public BatchRequest(
      AskedColumns asked, SelectorParts parts, MemoryBudget budget, LongConsumer bytes) {
    this.asked = asked;
    this.parts = parts;
    this.budget = budget;
    this.bytes = bytes;
  }

  /**
   * The next page, instead of the last one.
   *
   * @param cursors null where it is not read by a cursor
   * @param most so many rows are read by a cursor, from 1,024 on
   * @param rowLimit so many are read by Cassandra itself
   */
  BatchPage newPage(CursorSwitch cursors, RowPages rows, int most, int rowLimit) {
    end();
    page = new BatchPage(cursors, rows, asked, most, rowLimit, budget, bytes);
    return page;
  }

  /** Nothing is needed any more that was read. */
  public void end() {
    if (page != null) {
      page.close();
      page = null;
    }
  }

  /** Partitions in which a row stands for each slice of a batch. */
  PartitionIterator partitions(ReadQuery query, Batch newBatch, List<BatchSlice> newSlices) {
    slices.clear();
    if (newBatch.rows() == 0) {
      end();
      return EmptyIterators.partition();
    }
    batch = newBatch;
    slices.addAll(newSlices);
    return new MarkedPartitions(query, newSlices);
  }

  /**
   * The same partition, whose batches go to the aggregates instead of its rows.
   *
   * @param check fails where the aggregation is to end
   */
  public RowIterator fed(RowIterator partition, ResultSetBuilder result, Runnable check) {
    return new FedRows(partition, this::sliceOf, slice -> feed(slice, result, check));
  }

  /** What a row stands for; null for an ordinary one. */
  private BatchSlice sliceOf(Row row) {
    return !slices.isEmpty() && slices.peek().mark == row ? slices.remove() : null;
  }

  private void feed(BatchSlice slice, ResultSetBuilder result, Runnable check) {
    if (feeds == null) {
      feeds = parts.feeds(result, asked);
      step =
          feeds.stream().anyMatch(BatchFeed::computes)
              ? LEAST_STEP
              : Math.max(LEAST_STEP, VALUES_UNCHECKED / Math.max(1, feeds.size()));
    }
    for (int from = slice.from; from < slice.to; from += step) {
      feed(slice, from, Math.min(slice.to, from + step));
      check.run();
    }
    if (slices.isEmpty()) {
      batch = null;
      end();
    }
  }

  /** Where several aggregates refuse a row, the error is that of the first row, as row by row. */
  private void feed(BatchSlice slice, int from, int to) {
    int end = to;
    RuntimeException first = null;
    for (BatchFeed feed : feeds) {
      try {
        feed.feed(batch, slice, from, end);
      } catch (RuntimeException refused) {
        first = refused;
        end = feed.row(batch);
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
