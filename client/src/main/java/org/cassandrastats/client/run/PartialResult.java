/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.client.function.Selection;

/**
 * The answer to a range: states that merge where all rows make one row of the result, and finished
 * values where each partition has a row of its own, because no partition is in two ranges of tokens
 * and values are smaller than states.
 *
 * @param merged the merged answers of the servers; null where rows are grouped
 * @param groups the values of the rows of the result that nobody has taken yet; null where they are
 *     not grouped
 */
record PartialResult(List<ByteBuffer> merged, Deque<List<Object>> groups) {
  /** What a server has answered. */
  static PartialResult of(List<List<ByteBuffer>> rows, Selection selection, boolean grouped) {
    if (!grouped) {
      return new PartialResult(rows.get(0), null);
    }
    Deque<List<Object>> groups = new ArrayDeque<>(rows.size());
    rows.forEach(row -> groups.add(selection.values(row)));
    return new PartialResult(null, groups);
  }

  /** The answer to two neighbouring ranges, in the order in which a server reads them. */
  static PartialResult join(PartialResult first, PartialResult second, Selection selection) {
    if (first.groups == null) {
      return new PartialResult(selection.merge(first.merged, second.merged), null);
    }
    // The shorter part moves: the rows that wait behind a gap may be many.
    if (first.groups.size() >= second.groups.size()) {
      first.groups.addAll(second.groups);
      return first;
    }
    while (!first.groups.isEmpty()) {
      second.groups.addFirst(first.groups.pollLast());
    }
    return second;
  }

  /**
   * Hands over the rows of a result in their order, as soon as all before them are there, and
   * counts what the others take of memory meanwhile.
   */
  static final class Gate {
    /** While so many bytes wait behind a gap, the gap has to be read before anything else. */
    private static final long MOST_BYTES = 32L << 20;

    private final List<String> names;
    private final Consumer<StatsRow> taker;
    private long heldBytes;

    Gate(List<String> names, Consumer<StatsRow> taker) {
      this.names = names;
      this.taker = taker;
    }

    /** Rows are there that may have to wait. */
    synchronized void hold(Deque<List<Object>> rows) {
      rows.forEach(row -> heldBytes += RowList.bytesOf(row));
    }

    /** Hands rows over and forgets them. */
    void release(Deque<List<Object>> rows) {
      for (List<Object> row = rows.poll(); row != null; row = rows.poll()) {
        released(row);
        taker.accept(new StatsRow(names, row));
      }
    }

    private synchronized void released(List<Object> row) {
      heldBytes -= RowList.bytesOf(row);
    }

    synchronized boolean isFull() {
      return heldBytes > MOST_BYTES;
    }
  }
}
