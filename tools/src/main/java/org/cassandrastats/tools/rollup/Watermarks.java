/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Until when the buckets of each slice are written. A keyspace has one table for all its rollups; a
 * rollup is known by name and id there, so that one that is dropped and made anew begins anew.
 */
final class Watermarks {
  private static final String TABLE = "cassandra_stats_rollups";

  private final Calls calls;
  private final List<ByteBuffer> key;
  private final PreparedStatement update;
  private final AtomicReferenceArray<Long> until = new AtomicReferenceArray<>(Slices.COUNT);

  private Watermarks(Calls calls, TableMetadata rollup) {
    String table = table(rollup.getKeyspace());
    this.calls = calls;
    this.key =
        List.of(
            TypeCodecs.TEXT.encode(rollup.getName().asInternal(), ProtocolVersion.DEFAULT),
            TypeCodecs.UUID.encode(id(rollup), ProtocolVersion.DEFAULT));
    this.update =
        calls.prepare(
            "INSERT INTO %s (rollup, id, slice, complete_until) VALUES (?, ?, ?, ?)"
                .formatted(table));
    PreparedStatement select =
        calls.prepare(
            "SELECT slice, complete_until FROM %s WHERE rollup = ? AND id = ?".formatted(table));
    for (Row row : calls.rows(calls.bind(select, key))) {
      until.set(row.getInt(0), row.getInstant(1).toEpochMilli());
    }
  }

  /** The table's name in CQL. */
  static String table(CqlIdentifier keyspace) {
    return keyspace.asCql(true) + "." + TABLE;
  }

  /** The statement that makes the table. */
  static String createStatement(CqlIdentifier keyspace) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          rollup text,
          id uuid,
          slice int,
          complete_until timestamp,
          PRIMARY KEY ((rollup, id), slice)
        ) WITH comment = 'How far the tables of this keyspace that cassandra-stats rollup writes are complete'"""
        .formatted(table(keyspace));
  }

  /** Whether a keyspace has the table. */
  static boolean exist(Calls calls, CqlIdentifier keyspace) {
    return new TableName(keyspace, CqlIdentifier.fromInternal(TABLE))
        .find(calls.session())
        .isPresent();
  }

  /** Reads the watermarks of a rollup; the table has to be there. */
  static Watermarks read(Calls calls, TableMetadata rollup) {
    return new Watermarks(calls, rollup);
  }

  /** Until when the buckets of a slice are written, in milliseconds; null if none is. */
  Long of(int slice) {
    return until.get(slice);
  }

  /** Until when the buckets of all slices are written; empty if one has none. */
  OptionalLong ofAll() {
    long least = Long.MAX_VALUE;
    for (int slice = 0; slice < Slices.COUNT; slice++) {
      Long one = until.get(slice);
      if (one == null) {
        return OptionalLong.empty();
      }
      least = Math.min(least, one);
    }
    return OptionalLong.of(least);
  }

  /** Remembers that all buckets of a slice before a time are written. */
  void reached(int slice, long newUntil) {
    calls.rows(
        calls.bind(
            update,
            List.of(
                key.get(0),
                key.get(1),
                TypeCodecs.INT.encode(slice, ProtocolVersion.DEFAULT),
                TypeCodecs.TIMESTAMP.encode(
                    Instant.ofEpochMilli(newUntil), ProtocolVersion.DEFAULT))));
    until.set(slice, newUntil);
  }

  private static UUID id(TableMetadata rollup) {
    return rollup
        .getId()
        .orElseThrow(
            () -> new IllegalStateException("the table " + rollup.getName() + " has no id"));
  }
}
