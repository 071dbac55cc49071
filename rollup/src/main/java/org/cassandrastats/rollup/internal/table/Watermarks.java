/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Until when the buckets of each slice are written. A keyspace has one table for all its tables
 * that a command writes; each is known by name and id there, so that one that is dropped and made
 * anew begins anew.
 */
public final class Watermarks {
  /** The commands that keep watermarks. */
  public enum Kind {
    /** States of each bucket. */
    ROLLUP,
    /** Chunks of each bucket. */
    PACK;

    /** The command, and the column with the name of the table that it writes. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** What the comments of the tables begin with that the command writes. */
    public String mark() {
      return "cassandra-stats %s: ".formatted(this);
    }

    /** The table of the watermarks of a keyspace. */
    public TableName table(CqlIdentifier keyspace) {
      return new TableName(keyspace, CqlIdentifier.fromInternal("cassandra_stats_" + this + "s"));
    }
  }

  private final SharedTimes times;
  private final AtomicReferenceArray<Long> until = new AtomicReferenceArray<>(Slices.COUNT);

  private Watermarks(StatementSender calls, Kind kind, TableMetadata written) {
    this.times =
        new SharedTimes(
            calls,
            table(kind, written.getKeyspace()),
            kind.toString(),
            TableName.of(written),
            id(written));
    times.read().forEach(until::set);
  }

  /** The table's name in CQL. */
  public static String table(Kind kind, CqlIdentifier keyspace) {
    return kind.table(keyspace).toString();
  }

  /**
   * Always the same, so that runs that make the table at the same moment make one. Should rows of
   * an earlier one be left on a node that was down when it was dropped, they are true: each is
   * about a table that has its id only once.
   */
  private static UUID id(Kind kind, CqlIdentifier keyspace) {
    return TableIds.named(table(kind, keyspace));
  }

  /** The statement that makes the table. */
  private static String createStatement(Kind kind, CqlIdentifier keyspace) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          %s text,
          id uuid,
          slice int,
          complete_until timestamp,
          PRIMARY KEY ((%s, id), slice)
        ) WITH id = '%s'
          AND comment = 'How far the tables of this keyspace that cassandra-stats %s writes are complete'"""
        .formatted(table(kind, keyspace), kind, kind, id(kind, keyspace), kind);
  }

  /** Whether a keyspace has the table. */
  private static boolean exist(StatementSender calls, Kind kind, CqlIdentifier keyspace) {
    return kind.table(keyspace).find(calls.session()).isPresent();
  }

  /** The statement that makes the table, where a keyspace has not got it. */
  public static Optional<String> missing(StatementSender calls, Kind kind, CqlIdentifier keyspace) {
    return exist(calls, kind, keyspace)
        ? Optional.empty()
        : Optional.of(createStatement(kind, keyspace));
  }

  /** Reads the watermarks of a table; the table that holds them has to be there. */
  public static Watermarks read(StatementSender calls, Kind kind, TableMetadata written) {
    return new Watermarks(calls, kind, written);
  }

  /** The watermarks of a table; empty where it or the table that holds them is not there. */
  public static Optional<Watermarks> find(
      StatementSender calls, Kind kind, Optional<TableMetadata> written) {
    return written
        .filter(table -> exist(calls, kind, table.getKeyspace()))
        .map(table -> read(calls, kind, table));
  }

  /** Until when the buckets of a slice are written, in milliseconds; null if none is. */
  public Long of(int slice) {
    return until.get(slice);
  }

  /** Until when the buckets of all slices are written; empty if one has none. */
  public OptionalLong ofAll() {
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

  /**
   * Remembers that all buckets of a slice before a time are written. What another run has reached
   * later than that stays: buckets that were complete may have lost rows since.
   */
  public void reached(int slice, long newUntil) {
    Long known = until.get(slice);
    for (int attempt = 0; attempt < SharedTimes.ATTEMPTS; attempt++) {
      if ((known != null && known >= newUntil) || times.replace(slice, known, newUntil)) {
        long reached = known == null ? newUntil : Math.max(known, newUntil);
        until.accumulateAndGet(
            slice, reached, (one, other) -> one == null ? other : (Long) Math.max(one, other));
        return;
      }
      known = times.readLatest().get(slice);
    }
    throw times.contended();
  }

  /** What tells a table from others of its name. */
  static UUID id(TableMetadata written) {
    return written
        .getId()
        .orElseThrow(
            () -> new IllegalStateException("the table " + written.getName() + " has no id"));
  }

  /**
   * The tokens of a cluster in equal slices, each of which remembers how far its partitions are
   * done. They have nothing to do with the ranges of nodes, so that they stay when nodes come and
   * go.
   */
  public static final class Slices {
    /** How many there are: kept permanently, because stored progress counts them. */
    public static final int COUNT = 64;

    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(COUNT);

    private Slices() {}

    /** The token below a slice, the first being 0; no partition has the least of all longs. */
    public static long above(int slice) {
      return Long.MIN_VALUE + ((long) slice << SHIFT);
    }

    /** The last token of a slice. */
    public static long upTo(int slice) {
      return slice == COUNT - 1 ? Long.MAX_VALUE : above(slice + 1);
    }
  }
}
