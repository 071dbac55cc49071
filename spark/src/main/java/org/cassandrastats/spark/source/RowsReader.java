/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatementBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.cassandrastats.spark.request.RowPages;
import org.cassandrastats.spark.source.Piece.TokenSlice;
import org.cassandrastats.spark.value.SparkValues;

/**
 * Reads the rows of a part of a table, page by page. A range of tokens is one request; of
 * partitions that are named, several are asked for at once.
 */
final class RowsReader implements PartitionReader<InternalRow> {
  private final RowQuery query;
  private final SourceOptions options;
  private final SessionPool.Lease lease;
  private final Deque<Request> left = new ArrayDeque<>();
  private final Deque<Answer> asked = new ArrayDeque<>();
  private final int ahead;
  private InternalRow current;

  /** A statement, and the number of the range that its rows are in. */
  private record Request(SimpleStatement statement, long number) {}

  /** The rows of a request. */
  private record Answer(RowPages pages, long number) {}

  /**
   * A reader.
   *
   * @param lease of a session, which the reader gives back
   */
  RowsReader(RowQuery query, SourceOptions options, Piece piece, SessionPool.Lease lease) {
    this.query = query;
    this.options = options;
    this.lease = lease;
    // Partitions are small and their answers short, ranges are not.
    this.ahead = piece.ranges().isEmpty() ? options.inFlight() : 1;
    addRequests(piece);
  }

  private void addRequests(Piece piece) {
    if (piece.ranges().isEmpty()) {
      for (KeyConditions single : piece.conditions().single()) {
        left.add(new Request(statement(query.statement(single), Map.of()).build(), piece.number()));
      }
    }
    for (TokenSlice slice : piece.ranges()) {
      SimpleStatementBuilder builder =
          statement(
                  query.ofTokens(piece.conditions()),
                  Map.of("above", slice.above(), "upto", slice.upTo()))
              .setRoutingKeyspace(CqlIdentifier.fromInternal(query.keyspace()));
      lease
          .session()
          .getMetadata()
          .getTokenMap()
          .ifPresent(map -> builder.setRoutingToken(map.parse(String.valueOf(slice.upTo()))));
      left.add(new Request(builder.build(), slice.upTo()));
    }
  }

  private SimpleStatementBuilder statement(String cql, Map<String, Object> values) {
    SimpleStatementBuilder builder =
        SimpleStatement.builder(cql)
            .setPageSize(options.pageSize())
            .setTimeout(options.requestTimeout())
            .setConsistencyLevel(options.consistency())
            .setIdempotence(true);
    values.forEach(builder::addNamedValue);
    return builder;
  }

  @Override
  public boolean next() {
    while (true) {
      while (asked.size() < ahead && !left.isEmpty()) {
        Request request = left.poll();
        asked.add(
            new Answer(
                new RowPages(lease.session(), request.statement(), options.retryTimeout()),
                request.number()));
      }
      Answer answer = asked.peek();
      if (answer == null) {
        return false;
      }
      Row row = answer.pages().next();
      if (row != null) {
        current = converted(row, answer.number());
        return true;
      }
      asked.remove();
    }
  }

  private InternalRow converted(Row row, long number) {
    List<Object> values = new ArrayList<>(query.columns().size() + 1);
    for (int i = 0; i < query.columns().size(); i++) {
      // The driver makes an empty collection of none.
      values.add(row.isNull(i) ? null : SparkValues.of(row.getObject(i)));
    }
    if (query.range() >= 0) {
      values.add(query.range(), number);
    }
    return new GenericInternalRow(values.toArray());
  }

  @Override
  public InternalRow get() {
    return current;
  }

  @Override
  public void close() {
    try {
      asked.forEach(answer -> answer.pages().close());
    } finally {
      lease.close();
    }
  }
}
