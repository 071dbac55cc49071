/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.function.BitAggregate;
import org.cassandrastats.server.function.BitArguments;

/** Feeds one aggregate with the rows where none of its arguments is null. */
final class BatchFeed {
  /** Values that an aggregate takes at once: they stay in the nearest cache. */
  private static final int MANY = 512;

  private final AggregateFunction.Aggregate aggregate;
  private final CallArguments arguments;

  /** The same aggregate where it takes many values at once; null where it does not. */
  private final BitAggregate taker;

  private final long[] packed;

  /** The row that was taken last, or the first one of those that were. */
  private int row;

  BatchFeed(AggregateFunction.Aggregate aggregate, CallArguments arguments) {
    this.aggregate = aggregate;
    this.arguments = arguments;
    int index = arguments.onlyBits();
    boolean isOfMany =
        index >= 0
            && aggregate instanceof BitAggregate
            && ((BitAggregate) aggregate).takesAll(index);
    this.taker = isOfMany ? (BitAggregate) aggregate : null;
    this.packed = new long[isOfMany ? MANY : 0];
  }

  /** Whether functions are called for each row, which may take long. */
  boolean computes() {
    return arguments.areComputed();
  }

  /** Takes some rows of a slice. */
  void feed(Batch batch, BatchSlice slice, int from, int to) {
    if (taker != null) {
      for (int start = from; start < to; start += MANY) {
        row = start;
        int size = batch.pack(arguments.firstColumn(), start, Math.min(to, start + MANY), packed);
        taker.addAll((BitArguments) arguments.arguments(), packed, size);
      }
      return;
    }
    boolean isOfRows = arguments.areOfNoColumn();
    // What is shown for a slice has been counted as its first row.
    int counted = isOfRows && slice.isShown && from == slice.from ? 1 : 0;
    for (row = from + counted; row < to; row++) {
      if (isOfRows ? batch.isThere(row) : arguments.set(batch, row)) {
        aggregate.addInput(arguments.arguments());
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
    while (first < batch.rows() && !batch.hasBits(arguments.firstColumn(), first)) {
      first++;
    }
    return first;
  }
}
