/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.spark.source.Piece.TokenSlice;

/**
 * Has the client answer the aggregates of a part of a table: it cuts the part into short requests,
 * repeats those that fail, and takes the state of each range once.
 */
final class AggregateReader implements PartitionReader<InternalRow> {
  private final PushedQuery query;
  private final SourceOptions options;
  private final SessionPool.Lease lease;
  private final Deque<Request> left = new ArrayDeque<>();
  private Stream<StatsRow> stream;
  private Iterator<StatsRow> rows;
  private long number;
  private InternalRow current;

  /** A query, and the number of the range that it reads. */
  private record Request(StatsQuery query, long number) {}

  /**
   * A reader.
   *
   * @param lease of a session, which the reader gives back
   */
  AggregateReader(PushedQuery query, SourceOptions options, Piece piece, SessionPool.Lease lease) {
    this.query = query;
    this.options = options;
    this.lease = lease;
    StatsQuery all = StatsQuery.of(query.statement(piece.conditions()));
    if (piece.ranges().isEmpty()) {
      left.add(new Request(all, piece.number()));
    }
    for (TokenSlice slice : piece.ranges()) {
      left.add(new Request(all.withTokens(slice.above(), slice.upTo()), slice.upTo()));
    }
  }

  @Override
  public boolean next() {
    while (true) {
      while (rows != null && rows.hasNext()) {
        current = query.row(rows.next().values(), number);
        if (current != null) {
          return true;
        }
      }
      Request request = left.poll();
      if (request == null) {
        return false;
      }
      closeStream();
      number = request.number();
      stream = lease.client().rows(request.query(), options.client());
      rows = stream.iterator();
    }
  }

  @Override
  public InternalRow get() {
    return current;
  }

  private void closeStream() {
    if (stream != null) {
      stream.close();
    }
  }

  @Override
  public void close() {
    try {
      closeStream();
    } finally {
      lease.close();
    }
  }
}
