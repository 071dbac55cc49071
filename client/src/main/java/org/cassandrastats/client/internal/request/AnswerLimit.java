/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bounds answers that have a row for each partition. A state may take a hundred bytes or a hundred
 * thousand: pages follow what rows were seen to take, and an answer that is larger than it may be
 * is asked for in parts.
 */
public final class AnswerLimit {
  private static final long MOST_BYTES_IN_FLIGHT = 24L << 20;
  private static final long MOST_BYTES = 4L << 20;
  private static final long LEAST_BYTES = 1L << 18;
  private static final int FIRST_PAGE = 100;

  private final long bytes;
  private final boolean onePage;
  private volatile long largestRow;

  /** Tells that an answer is about more than it may be. */
  public static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** An answer that is to be asked for in parts. */
    public Exceeded() {
      super("the answer is too large", null, false, false);
    }
  }

  /**
   * A limit.
   *
   * @param requests that may be in flight at the same time
   */
  public AnswerLimit(int requests) {
    this(requests, false);
  }

  /**
   * A limit.
   *
   * @param requests that may be in flight at the same time
   * @param onePage whether the next page of an answer cannot be asked for
   */
  public AnswerLimit(int requests, boolean onePage) {
    this.onePage = onePage;
    this.bytes = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, MOST_BYTES_IN_FLIGHT / requests));
  }

  /** How many rows a page may have. */
  public int pageSize(int wanted) {
    long fitting = largestRow == 0 ? FIRST_PAGE : Math.max(1, bytes / largestRow);
    return (int) Math.min(wanted, fitting);
  }

  /** The part of what it may be that an answer is. */
  public double part(List<List<ByteBuffer>> rows) {
    return (double) rows.stream().mapToLong(AnswerLimit::bytes).sum() / bytes;
  }

  /**
   * Looks at the rows of an answer that have come so far.
   *
   * @throws Exceeded if there are more to come, but may not
   */
  public void check(List<List<ByteBuffer>> rows, boolean more) {
    largestRow = Math.max(largestRow, rows.stream().mapToLong(AnswerLimit::bytes).max().orElse(0));
    if (more && (onePage || part(rows) > 1)) {
      throw new Exceeded();
    }
  }

  private static long bytes(List<ByteBuffer> row) {
    return row.stream().mapToLong(column -> column == null ? 0 : column.remaining()).sum();
  }
}
