/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.cassandrastats.client.api.StatsException;

/**
 * Numbered times of a partition in the table of watermarks. Several runs change them at once: each
 * change is a lightweight transaction, and happens only if the time is still what was read.
 */
final class SharedTimes {
  /** Each one fails only where another run changes the same time at the same moment. */
  static final int ATTEMPTS = 100;

  private final StatementSender calls;
  private final TableName written;
  private final List<ByteBuffer> key;
  private final PreparedStatement select;
  private final PreparedStatement updateIf;
  private final PreparedStatement update;

  /**
   * The times of a partition.
   *
   * @param table that keeps them, in CQL
   * @param column the first one of its partition key, in CQL
   * @param written the table that they are about, whose name is the value of that
   * @param id the value of the second one
   */
  SharedTimes(StatementSender calls, String table, String column, TableName written, UUID id) {
    this.calls = calls;
    this.written = written;
    this.key =
        List.of(
            TypeCodecs.TEXT.encode(written.table().asInternal(), ProtocolVersion.DEFAULT),
            TypeCodecs.UUID.encode(id, ProtocolVersion.DEFAULT));
    this.select =
        calls.prepare(
            "SELECT slice, complete_until FROM %s WHERE %s = ? AND id = ?"
                .formatted(table, column));
    String set =
        "UPDATE %s SET complete_until = ? WHERE %s = ? AND id = ? AND slice = ?"
            .formatted(table, column);
    this.update = calls.prepare(set);
    this.updateIf = calls.prepare(set + " IF complete_until = ?");
  }

  /** All times by their numbers, in milliseconds; a change that is under way may be in them. */
  Map<Integer, Long> read() {
    return times(calls.rows(calls.bind(select, key)));
  }

  /** All times by their numbers, with every change that was made before. */
  Map<Integer, Long> readLatest() {
    return times(calls.rows(calls.serial(calls.bind(select, key))));
  }

  private static Map<Integer, Long> times(List<Row> rows) {
    Map<Integer, Long> times = new HashMap<>();
    rows.forEach(row -> times.put(row.getInt(0), row.getInstant(1).toEpochMilli()));
    return times;
  }

  /**
   * Changes a time, and others with it, if it is what it was. A request that is repeated after a
   * timeout finds its own change, and says that it was none: read what is there then.
   *
   * @param before what it was; null for none
   * @param after what it and the others become; null for none
   * @param others numbers of further times
   * @return whether it was
   */
  boolean replace(int number, Long before, Long after, int... others) {
    List<BoundStatement> statements = new ArrayList<>();
    List<ByteBuffer> values = values(after, number);
    values.add(time(before));
    statements.add(calls.bind(updateIf, values));
    for (int other : others) {
      statements.add(calls.bind(update, values(after, other)));
    }
    return calls.rows(calls.batch(statements)).get(0).getBoolean("[applied]");
  }

  /** Says that every attempt to change a time has failed. */
  StatsException contended() {
    return StatsException.unavailable(
        "Other runs of %s have begun or gone on at the same moment, %d times. Run the same command again."
            .formatted(written, ATTEMPTS),
        null);
  }

  private List<ByteBuffer> values(Long time, int number) {
    List<ByteBuffer> values = new ArrayList<>();
    values.add(time(time));
    values.addAll(key);
    values.add(TypeCodecs.INT.encode(number, ProtocolVersion.DEFAULT));
    return values;
  }

  private static ByteBuffer time(Long millis) {
    return millis == null
        ? null
        : TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(millis), ProtocolVersion.DEFAULT);
  }
}
