/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter.RowTimes;
import org.cassandrastats.rollup.internal.time.Buckets;

/**
 * Finds buckets that have rows, or chunks. Rows are looked for between chunks only: in a bucket
 * with chunks they may have been deleted, and nodes refuse to look past too many such.
 *
 * @param rows of the table of rows
 * @param chunks the beginnings of buckets in the table of chunks
 * @param buckets how time is cut
 */
record EitherTimes(RowTimes rows, RowTimes chunks, Buckets buckets)
    implements SpanSplitter.TimeFinder {
  @Override
  public Long first(List<ByteBuffer> key, Long from, long until) {
    Long chunk = chunks.first(key, from, until);
    if (chunk != null && chunk.equals(from)) {
      return chunk;
    }
    Long row = rows.first(key, from, chunk == null ? until : chunk);
    return row == null ? chunk : row;
  }

  @Override
  public Long last(List<ByteBuffer> key, long until) {
    Long chunk = chunks.last(key, until);
    if (chunk == null) {
      return rows.last(key, until);
    }
    long end = buckets.end(chunk);
    Long row = end < until ? rows.last(key, end, until) : null;
    return row == null ? chunk : row;
  }
}
