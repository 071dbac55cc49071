/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.cursor.PageCheck;
import org.cassandrastats.server.function.BitAggregate;
import org.cassandrastats.server.function.BitArguments;

/** Feeds one aggregate with the rows where none of its columns is null. */
final class BatchFeed {
  /** Values that an aggregate takes at once: they stay in the nearest cache. */
  private static final int MANY = 512;

  private final AggregateFunction.Aggregate aggregate;
  private final Arguments arguments;

  /** The same arguments, null where they are Cassandra's own. */
  private final BitArguments bitArguments;

  /** Of each argument that is a column: which argument, which column, how many bytes. */
  private final int[] indexes;

  private final int[] columns;
  private final int[] widths;

  /** Whether it takes its value as bits. */
  private final boolean[] takeBits;

  /** The same aggregate where it takes many values at once; null where it does not. */
  private final BitAggregate taker;

  private final long[] packed;

  /** The row that was taken last, or the first one of those that were. */
  private int row;

  /**
   * A feed.
   *
   * @param arguments whose constants are set
   * @param indexes of the arguments that are columns
   * @param columns of each of them, its place among those that are asked for
   */
  BatchFeed(
      AggregateFunction.Aggregate aggregate,
      Arguments arguments,
      int[] indexes,
      int[] columns,
      AskedColumns asked) {
    this.aggregate = aggregate;
    this.arguments = arguments;
    this.indexes = indexes;
    this.columns = columns;
    this.widths = new int[columns.length];
    this.takeBits = new boolean[columns.length];
    this.bitArguments = arguments instanceof BitArguments ? (BitArguments) arguments : null;
    for (int each = 0; each < columns.length; each++) {
      widths[each] = asked.width(columns[each]);
      takeBits[each] = bitArguments != null && bitArguments.takesBits(indexes[each]);
    }
    boolean isOfMany =
        columns.length == 1
            && takeBits[0]
            && aggregate instanceof BitAggregate
            && ((BitAggregate) aggregate).takesAll(indexes[0]);
    this.taker = isOfMany ? (BitAggregate) aggregate : null;
    this.packed = new long[isOfMany ? MANY : 0];
  }

  /** Takes some rows of a slice. */
  void feed(Batch batch, BatchSlice slice, int from, int to) {
    if (taker != null) {
      for (int start = from; start < to; start += MANY) {
        row = start;
        int size = batch.pack(columns[0], start, Math.min(to, start + MANY), packed);
        taker.addAll(bitArguments, packed, size);
      }
      return;
    }
    // What is shown for a slice has been counted as its first row.
    int counted = columns.length == 0 && slice.isShown && from == slice.from ? 1 : 0;
    for (row = from + counted; row < to; row++) {
      if (set(batch, row)) {
        aggregate.addInput(arguments);
      }
    }
  }

  /**
   * The row that was refused last. Of values that an aggregate takes at once it is the first one:
   * it refuses none for itself, but what is the same for all of them.
   */
  int row(Batch batch) {
    if (taker == null) {
      return row;
    }
    int first = row;
    while (first < batch.rows() && !batch.hasBits(columns[0], first)) {
      first++;
    }
    return first;
  }

  /** Whether the row has all columns, or is there where none is asked for. */
  private boolean set(Batch batch, int row) {
    if (columns.length == 0) {
      return batch.isThere(row);
    }
    for (int each = 0; each < columns.length; each++) {
      if (!batch.has(columns[each], row)) {
        return false;
      }
      if (batch.isEmpty(columns[each], row)) {
        arguments.set(indexes[each], ByteBufferUtil.EMPTY_BYTE_BUFFER);
      } else if (widths[each] == AskedColumns.WIDE) {
        setBytes(indexes[each], batch.value(columns[each], row));
      } else if (takeBits[each]) {
        bitArguments.setBits(indexes[each], batch.bits(columns[each], row));
      } else {
        long bits = batch.bits(columns[each], row);
        arguments.set(indexes[each], PageCheck.bytes(bits, widths[each]));
      }
    }
    return true;
  }

  /** Cassandra's own aggregates may keep a value, as the largest one. */
  private void setBytes(int index, ByteBuffer bytes) {
    if (bitArguments == null) {
      arguments.set(index, ByteBufferUtil.clone(bytes));
    } else {
      bitArguments.setBytes(index, bytes);
    }
  }
}
