/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
}
