/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;

/** The clustering column that says when a row was measured. Times are milliseconds since 1970. */
public final class TimeColumn {
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** The beginning of version 1 UUIDs, on 1582-10-15. */
  private static final long FIRST_UUID = -12_219_292_800_000L;

  private static final List<DataType> TYPES =
      List.of(DataTypes.TIMESTAMP, DataTypes.BIGINT, DataTypes.TIMEUUID, DataTypes.DATE);

  private final String name;
  private final DataType type;
  private final Unit unit;

  private TimeColumn(String name, DataType type, Unit unit) {
    this.name = name;
    this.type = type;
    this.unit = unit;
  }

  /**
   * A column that rows are put into buckets by.
   *
   * @param name in CQL
   * @param unit what a bigint counts; null for other types, and for milliseconds
   * @param buckets that rows are put into
   * @throws StatsException if its type is no time, or cannot be cut at the borders of such buckets
   */
  public static TimeColumn of(String name, DataType type, Unit unit, Buckets buckets) {
    if (!TYPES.contains(type)) {
      throw new StatsException(
          "The column %s is of the type %s: expected timestamp, bigint, timeuuid or date."
              .formatted(name, type.asCql(false, true)));
    }
    if (unit != null && !type.equals(DataTypes.BIGINT)) {
      throw new StatsException(
          "The column %s is of the type %s, which knows its unit: leave out --time-unit, which is for bigint."
              .formatted(name, type.asCql(false, true)));
    }
    if (type.equals(DataTypes.DATE) && buckets.cutDays()) {
      throw new StatsException(
          "The column %s is a date, which buckets of %s cut: expected whole days of UTC, such as 1d."
              .formatted(name, buckets));
    }
    if (unit == Unit.S && buckets.millis() % Unit.S.millis(1) != 0) {
      throw new StatsException(
          "The column %s counts seconds, which buckets of %s cut: expected whole seconds, such as 1s."
              .formatted(name, buckets));
    }
    boolean counted = type.equals(DataTypes.BIGINT);
    return new TimeColumn(name, type, counted && unit == null ? Unit.MS : unit);
  }

  /** What a bigint counts; null for other types. */
  public Unit unit() {
    return unit;
  }

  /** The name in CQL. */
  public String name() {
    return name;
  }

  /**
   * The least key of a time, as the driver has it.
   *
   * @param millis the beginning of a bucket
   */
  public Object key(long millis) {
    if (unit != null) {
      return unit.count(millis);
    }
    if (type.equals(DataTypes.DATE)) {
      return LocalDate.ofEpochDay(Math.floorDiv(millis, DAY));
    }
    return type.equals(DataTypes.TIMEUUID)
        ? (Object) Uuids.startOf(Math.max(FIRST_UUID, millis))
        : Instant.ofEpochMilli(millis);
  }

  /** The bytes of {@link #key}. */
  public ByteBuffer bytes(long millis) {
    return codec().encode(key(millis), ProtocolVersion.DEFAULT);
  }

  /** A key as the driver has it. */
  public Object value(ByteBuffer key) {
    return codec().decode(key, ProtocolVersion.DEFAULT);
  }

  /** The time of a key. */
  public long millis(ByteBuffer key) {
    Object value = value(key);
    if (value instanceof Long count) {
      return unit.millis(count);
    }
    if (value instanceof LocalDate date) {
      return Math.multiplyExact(date.toEpochDay(), DAY);
    }
    return value instanceof UUID uuid
        ? Uuids.unixTimestamp(uuid)
        : ((Instant) value).toEpochMilli();
  }

  /** Its type. */
  public DataType type() {
    return type;
  }

  /**
   * What a chunk holds of a key: a bigint itself, of others the milliseconds.
   *
   * @throws IllegalStateException if the type is timeuuid, of which that would be a part
   */
  public long number(ByteBuffer key) {
    requireNumber();
    return unit == null ? millis(key) : (Long) codec().decode(key, ProtocolVersion.DEFAULT);
  }

  /** The key of a {@link #number}. */
  public ByteBuffer ofNumber(long number) {
    requireNumber();
    return codec().encode(unit == null ? key(number) : (Object) number, ProtocolVersion.DEFAULT);
  }

  /** Whether a number says all of a key. */
  public boolean isNumber() {
    return !type.equals(DataTypes.TIMEUUID);
  }

  private void requireNumber() {
    if (!isNumber()) {
      throw new IllegalStateException("a timeuuid is more than a number");
    }
  }

  private TypeCodec<Object> codec() {
    return CodecRegistry.DEFAULT.codecFor(type);
  }

  /** What a bigint counts that is a time, since the beginning of 1970 in UTC. */
  public enum Unit {
    /** Seconds. */
    S(TimeUnit.SECONDS),
    /** Milliseconds. */
    MS(TimeUnit.MILLISECONDS),
    /** Microseconds. */
    US(TimeUnit.MICROSECONDS),
    /** Nanoseconds. */
    NS(TimeUnit.NANOSECONDS);

    private final TimeUnit counted;

    Unit(TimeUnit counted) {
      this.counted = counted;
    }

    /**
     * The unit of Java's own.
     *
     * @throws IllegalArgumentException if nothing counts it
     */
    public static Unit of(TimeUnit counted) {
      return Stream.of(values())
          .filter(unit -> unit.counted == counted)
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "expected seconds, milliseconds, microseconds or nanoseconds, found "
                          + counted));
    }

    /** Java's own. */
    public TimeUnit counted() {
      return counted;
    }

    /**
     * The number of a time; where none is as small or as large, the least or the greatest.
     *
     * @param millis whole seconds where the unit is one, or the least of all
     */
    public long count(long millis) {
      return switch (this) {
        case S -> millis == Long.MIN_VALUE ? millis : Math.floorDiv(millis, 1000);
        case MS -> millis;
        case US -> times(millis, 1000);
        case NS -> times(millis, 1_000_000);
      };
    }

    /**
     * The millisecond that a number is in; where none is as early or as late, the first or last.
     */
    public long millis(long count) {
      return switch (this) {
        case S -> times(count, 1000);
        case MS -> count;
        case US -> Math.floorDiv(count, 1000);
        case NS -> Math.floorDiv(count, 1_000_000);
      };
    }

    private static long times(long number, long factor) {
      long product = number * factor;
      boolean fits = product / factor == number;
      return fits ? product : number < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
