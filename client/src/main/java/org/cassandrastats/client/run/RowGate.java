/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsRow;

/**
 * Hands over the rows of a result in their order, as soon as all before them are there, and counts
 * what the others take of memory meanwhile.
 */
final class RowGate {
  /** While so many bytes wait behind a gap, the gap has to be read before anything else. */
  private static final long MOST_BYTES = 32L << 20;

  private final List<String> names;
  private final Consumer<StatsRow> taker;
  private long heldBytes;

  RowGate(List<String> names, Consumer<StatsRow> taker) {
    this.names = names;
    this.taker = taker;
  }

  /** Rows are there that may have to wait. */
  synchronized void hold(Deque<List<Object>> rows) {
    rows.forEach(row -> heldBytes += RowSize.of(row));
  }

  /** Hands rows over and forgets them. */
  void release(Deque<List<Object>> rows) {
    for (List<Object> row = rows.poll(); row != null; row = rows.poll()) {
      released(row);
      taker.accept(new StatsRow(names, row));
    }
  }

  private synchronized void released(List<Object> row) {
    heldBytes -= RowSize.of(row);
  }

  synchronized boolean isFull() {
    return heldBytes > MOST_BYTES;
  }
}
