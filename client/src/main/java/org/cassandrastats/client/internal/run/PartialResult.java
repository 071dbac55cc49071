/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.split.Grouping;

/**
 * The answer to a range: its groups in the order in which they are read. Only the first and the
 * last of them may go on in the neighbouring ranges. Where rows are not grouped, all are one group.
 *
 * @param groups the merged answers of the servers that nobody has taken yet
 */
record PartialResult(Deque<List<ByteBuffer>> groups) {
  /** What a server has answered. */
  static PartialResult of(List<List<ByteBuffer>> rows) {
    return new PartialResult(new ArrayDeque<>(rows));
  }

  /** Takes the groups of a result in their order. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes a group that is complete.
     *
     * @return whether more are wanted
     */
    boolean take(List<ByteBuffer> group);
  }

  /**
   * Merges groups that meet, and hands them over in their order as soon as all before them are
   * there; counts what the others take of memory meanwhile.
   */
  static final class Gate {
    /** While so many bytes wait behind a gap, the gap has to be read before anything else. */
    private static final long MOST_BYTES = 32L << 20;

    private static final long GROUP_BYTES = 64;
    private static final long COLUMN_BYTES = 56;

    private final Selection selection;
    private final Grouping grouping;
    private final Taker taker;
    private long heldBytes;
    private boolean closed;

    /**
     * A gate that nothing has passed.
     *
     * @param selection which merges groups
     * @param grouping which tells whether they are the same
     */
    Gate(Selection selection, Grouping grouping, Taker taker) {
      this.selection = selection;
      this.grouping = grouping;
      this.taker = taker;
    }

    /** Groups are there that may have to wait. */
    synchronized void hold(Deque<List<ByteBuffer>> groups) {
      groups.forEach(group -> heldBytes += bytesOf(group));
    }

    /** The answer to two neighbouring ranges, in the order in which a server reads them. */
    PartialResult join(PartialResult first, PartialResult second) {
      Deque<List<ByteBuffer>> earlier = first.groups;
      Deque<List<ByteBuffer>> later = second.groups;
      if (earlier.isEmpty() || later.isEmpty()) {
        return earlier.isEmpty() ? second : first;
      }
      if (grouping.isSame(earlier.peekLast(), later.peekFirst())) {
        later.addFirst(merged(earlier.pollLast(), later.pollFirst()));
      }
      // The shorter part moves: the groups that wait behind a gap may be many.
      if (earlier.size() >= later.size()) {
        earlier.addAll(later);
        return first;
      }
      while (!earlier.isEmpty()) {
        later.addFirst(earlier.pollLast());
      }
      return second;
    }

    private synchronized List<ByteBuffer> merged(List<ByteBuffer> earlier, List<ByteBuffer> later) {
      long bytes = bytesOf(earlier) + bytesOf(later);
      List<ByteBuffer> merged = selection.merge(earlier, later);
      heldBytes += bytesOf(merged) - bytes;
      return merged;
    }

    /**
     * Hands groups over and forgets them.
     *
     * @param complete whether the last of them is complete, too
     */
    void release(Deque<List<ByteBuffer>> groups, boolean complete) {
      while (!closed && groups.size() > (complete ? 0 : 1)) {
        List<ByteBuffer> group = groups.poll();
        released(group);
        closed = !taker.take(group);
      }
    }

    private synchronized void released(List<ByteBuffer> group) {
      heldBytes -= bytesOf(group);
    }

    /** Whether no more groups are wanted. */
    boolean isClosed() {
      return closed;
    }

    synchronized boolean isFull() {
      return heldBytes > MOST_BYTES;
    }

    /** What a group takes of memory, about. */
    static long bytesOf(List<ByteBuffer> group) {
      return GROUP_BYTES
          + group.stream()
              .filter(Objects::nonNull)
              .mapToLong(column -> COLUMN_BYTES + column.capacity())
              .sum();
    }
  }
}
