/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Finds the partitions of a table, and where rows are in them. */
final class Keys {
  private final Calls calls;
  private final Source source;
  private final PreparedStatement partitions;
  private final PreparedStatement first;
  private final PreparedStatement firstFrom;
  private final PreparedStatement last;

  Keys(Calls calls, Source source) {
    this.calls = calls;
    this.source = source;
    String key = source.keyNames();
    this.partitions =
        calls.prepare(
            "SELECT DISTINCT token(%s), %s FROM %s WHERE token(%s) > ? AND token(%s) <= ?"
                .formatted(key, key, source.name(), key, key));
    String time = source.time().name();
    String head =
        "SELECT %s FROM %s WHERE %s AND %s < ?"
            .formatted(time, source.name(), source.keyMarkers(), time);
    String from = " AND " + time + " >= ?";
    String order = " ORDER BY " + time + " %s LIMIT 1";
    this.first = calls.prepare(head + order.formatted("ASC"));
    this.firstFrom = calls.prepare(head + from + order.formatted("ASC"));
    this.last = calls.prepare(head + order.formatted("DESC"));
  }

  /** Takes partitions, and says whether it wants more. */
  @FunctionalInterface
  interface Visitor {
    /** Takes a partition: its token, and the bytes of its key. */
    boolean visit(long token, List<ByteBuffer> key);
  }

  /** Visits the partitions of slices next to each other, in the order of their tokens. */
  void visit(int firstSlice, int lastSlice, Visitor visitor) {
    BoundStatement statement =
        calls.bind(
            partitions, List.of(token(Slices.above(firstSlice)), token(Slices.upTo(lastSlice))));
    ByteBuffer place = null;
    do {
      Calls.Page page = calls.page(statement, place);
      for (Row row : page.rows()) {
        if (!visitor.visit(row.getLong(0), key(row))) {
          return;
        }
      }
      place = page.next();
    } while (place != null);
  }

  /**
   * The time of the first row of a partition in a range, in milliseconds; null if there is none.
   *
   * @param from where the range begins; null for all rows before its end
   * @param until where it ends, itself not in it
   */
  Long first(List<ByteBuffer> key, Long from, long until) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(source.time().bytes(until));
    if (from == null) {
      return time(first, values);
    }
    values.add(source.time().bytes(from));
    return time(firstFrom, values);
  }

  /** The time of the last row of a partition before another time; null if there is none. */
  Long last(List<ByteBuffer> key, long until) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(source.time().bytes(until));
    return time(last, values);
  }

  /** A partition for messages, as CQL writes its key. */
  String describe(List<ByteBuffer> key) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      TypeCodec<Object> codec = calls.codec(source.key().get(i));
      values.add(codec.format(codec.decode(key.get(i), ProtocolVersion.DEFAULT)));
    }
    return String.join(", ", values);
  }

  private Long time(PreparedStatement statement, List<ByteBuffer> values) {
    List<Row> rows = calls.rows(calls.bind(statement, values));
    return rows.isEmpty() ? null : (Long) source.time().millis(rows.get(0).getBytesUnsafe(0));
  }

  private static List<ByteBuffer> key(Row row) {
    List<ByteBuffer> key = new ArrayList<>();
    for (int i = 1; i < row.size(); i++) {
      key.add(row.getBytesUnsafe(i));
    }
    return key;
  }

  private static ByteBuffer token(long token) {
    return TypeCodecs.BIGINT.encode(token, ProtocolVersion.DEFAULT);
  }
}
