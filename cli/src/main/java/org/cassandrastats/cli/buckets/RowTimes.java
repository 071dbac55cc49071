/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Finds rows by their times. */
public final class RowTimes implements SpanSplitter.TimeFinder {
  private final StatementSender calls;
  private final BucketSource source;
  private final PreparedStatement first;
  private final PreparedStatement firstFrom;
  private final PreparedStatement last;
  private final PreparedStatement lastFrom;

  /** Finds rows of a table. */
  public RowTimes(StatementSender calls, BucketSource source) {
    this.calls = calls;
    this.source = source;
    String time = source.time().name();
    String head =
        "SELECT %s FROM %s WHERE %s AND %s < ?"
            .formatted(time, source.name(), source.keyMarkers(), time);
    String from = " AND " + time + " >= ?";
    String ascending = " ORDER BY " + time + " ASC LIMIT 1";
    String descending = " ORDER BY " + time + " DESC LIMIT 1";
    this.first = calls.prepare(head + ascending);
    this.firstFrom = calls.prepare(head + from + ascending);
    this.last = calls.prepare(head + descending);
    this.lastFrom = calls.prepare(head + from + descending);
  }

  @Override
  public Long first(List<ByteBuffer> key, Long from, long until) {
    return from == null ? time(first, key, until) : time(firstFrom, key, until, from);
  }

  @Override
  public Long last(List<ByteBuffer> key, long until) {
    return time(last, key, until);
  }

  /** The time of the last row of a partition in a range; null if there is none. */
  public Long last(List<ByteBuffer> key, long from, long until) {
    return time(lastFrom, key, until, from);
  }

  private Long time(PreparedStatement statement, List<ByteBuffer> key, long... borders) {
    List<ByteBuffer> values = new ArrayList<>(key);
    for (long border : borders) {
      values.add(source.time().bytes(border));
    }
    List<Row> rows = calls.rows(calls.bind(statement, values));
    return rows.isEmpty() ? null : (Long) source.time().millis(rows.get(0).getBytesUnsafe(0));
  }
}
