/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * A type of clustering columns that can be cut.
 *
 * @param codec between keys and their bytes
 * @param orderOf the order, made from some keys
 * @param least a key, such that few are below it
 * @param greatest a key, such that few are above it
 */
public record KeyType<K>(
    TypeCodec<K> codec, Function<Collection<K>, KeyOrder<K>> orderOf, K least, K greatest) {
  private static final long LAST_NANO = 86_400_000_000_000L - 1;

  /** The type of a column; empty if keys of that type cannot be cut. */
  public static Optional<KeyType<?>> of(DataType type) {
    KeyType<?> found =
        switch (type.getProtocolCode()) {
          case ProtocolConstants.DataType.BIGINT ->
              counted(
                  TypeCodecs.BIGINT,
                  LongOrder.of(Long::longValue, key -> key, Long.MAX_VALUE),
                  Long.MIN_VALUE,
                  Long.MAX_VALUE);
          case ProtocolConstants.DataType.INT ->
              counted(
                  TypeCodecs.INT,
                  LongOrder.of(Integer::longValue, key -> (int) key, Integer.MAX_VALUE),
                  Integer.MIN_VALUE,
                  Integer.MAX_VALUE);
          case ProtocolConstants.DataType.SMALLINT ->
              counted(
                  TypeCodecs.SMALLINT,
                  LongOrder.of(Short::longValue, key -> (short) key, Short.MAX_VALUE),
                  Short.MIN_VALUE,
                  Short.MAX_VALUE);
          case ProtocolConstants.DataType.TINYINT ->
              counted(
                  TypeCodecs.TINYINT,
                  LongOrder.of(Byte::longValue, key -> (byte) key, Byte.MAX_VALUE),
                  Byte.MIN_VALUE,
                  Byte.MAX_VALUE);
          case ProtocolConstants.DataType.TIMESTAMP ->
              counted(
                  TypeCodecs.TIMESTAMP,
                  LongOrder.of(Instant::toEpochMilli, Instant::ofEpochMilli, Long.MAX_VALUE),
                  Instant.ofEpochMilli(Long.MIN_VALUE),
                  Instant.ofEpochMilli(Long.MAX_VALUE));
          case ProtocolConstants.DataType.DATE ->
              counted(
                  TypeCodecs.DATE,
                  LongOrder.of(LocalDate::toEpochDay, LocalDate::ofEpochDay, Integer.MAX_VALUE),
                  LocalDate.ofEpochDay(Integer.MIN_VALUE),
                  LocalDate.ofEpochDay(Integer.MAX_VALUE));
          case ProtocolConstants.DataType.TIME ->
              counted(
                  TypeCodecs.TIME,
                  LongOrder.of(LocalTime::toNanoOfDay, LocalTime::ofNanoOfDay, LAST_NANO),
                  LocalTime.MIN,
                  LocalTime.MAX);
          case ProtocolConstants.DataType.TIMEUUID ->
              counted(
                  TypeCodecs.TIMEUUID,
                  new LongOrder<>(
                      timeUuids(), java.util.UUID::timestamp, KeyType::leastOf, GREATEST_TIME),
                  leastOf(0),
                  leastOf(GREATEST_TIME));
          case ProtocolConstants.DataType.DOUBLE ->
              counted(TypeCodecs.DOUBLE, new DoubleOrder(), Double.NEGATIVE_INFINITY, Double.NaN);
          case ProtocolConstants.DataType.VARCHAR ->
              new KeyType<>(TypeCodecs.TEXT, TextOrder::new, "", Utf8Middle.GREATEST);
          default -> null;
        };
    return Optional.ofNullable(found);
  }

  /** The order of tokens. */
  public static KeyOrder<Long> tokens() {
    return LongOrder.of(Long::longValue, key -> key, Long.MAX_VALUE);
  }

  private static <K> KeyType<K> counted(
      TypeCodec<K> codec, KeyOrder<K> order, K least, K greatest) {
    return new KeyType<>(codec, samples -> order, least, greatest);
  }

  /** Whether Cassandra takes no bytes for a value, which is below all keys and none of them. */
  public boolean hasEmpty() {
    return switch (codec.getCqlType().getProtocolCode()) {
      case ProtocolConstants.DataType.BIGINT,
          ProtocolConstants.DataType.INT,
          ProtocolConstants.DataType.TIMESTAMP,
          ProtocolConstants.DataType.TIMEUUID,
          ProtocolConstants.DataType.DOUBLE ->
          true;
      default -> false;
    };
  }

  /** Whether the order measures distances by keys that it was made from. */
  public boolean needsSamples() {
    return codec.getCqlType().equals(DataTypes.TEXT);
  }

  /** The bytes of a key. */
  public ByteBuffer encode(K key) {
    return codec.encode(key, ProtocolVersion.DEFAULT);
  }

  /** The key that bytes are. */
  public K decode(ByteBuffer bytes) {
    return codec.decode(bytes, ProtocolVersion.DEFAULT);
  }

  /** The order of keys by their bytes. */
  public Comparator<ByteBuffer> ofBytes() {
    return Comparator.comparing(this::decode, orderOf.apply(List.of()));
  }

  /** A key for messages, as CQL writes it. */
  public String format(K key) {
    return codec.format(key);
  }

  /** The greatest time that a UUID holds, in units of 100 ns since 1582. */
  static final long GREATEST_TIME = (1L << 60) - 1;

  private static final long SIGNS_BUT_FIRST = 0x0080808080808080L;
  private static final long LEAST_NODE = 0x8080808080808080L;
  private static final long VERSION = 0x1000;

  static Comparator<UUID> timeUuids() {
    return Comparator.comparingLong(UUID::timestamp)
        // Bytes are compared signed, longs are compared signed in their first byte only.
        .thenComparingLong(uuid -> uuid.getLeastSignificantBits() ^ SIGNS_BUT_FIRST);
  }

  /** The least UUID of a time. */
  static UUID leastOf(long time) {
    long most = time << 32 | (time >>> 32 & 0xFFFF) << 16 | VERSION | time >>> 48;
    return new UUID(most, LEAST_NODE);
  }

  /**
   * The order of doubles: -0.0 before 0.0, NaN last. Distances are those of the numbers, so that
   * evenly spread keys are cut evenly; halves are those of the bits, so that no range of keys needs
   * to be halved more than 64 times.
   */
  private static final class DoubleOrder implements KeyOrder<Double> {
    private static final LongOrder<Double> BITS =
        LongOrder.of(DoubleOrder::toBits, DoubleOrder::fromBits, toBits(Double.NaN));

    /** Distances are kept finite: quarters of numbers cannot overflow. */
    private static final double QUARTER = 0.25;

    @Override
    public int compare(Double left, Double right) {
      return Double.compare(left, right);
    }

    @Override
    public double distance(Double low, Double high) {
      return Math.max(0, quarter(high) - quarter(low));
    }

    @Override
    public Double advance(Double low, double distance) {
      double target = (quarter(low) + distance) / QUARTER;
      if (Double.compare(target, low) > 0) {
        return target;
      }
      return BITS.advance(low, 1);
    }

    @Override
    public Double middle(Double low, Double high) {
      return BITS.middle(low, high);
    }

    private static double quarter(double key) {
      if (Double.isNaN(key)) {
        return Double.MAX_VALUE * QUARTER;
      }
      return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, key)) * QUARTER;
    }

    private static long toBits(double key) {
      long bits = Double.doubleToLongBits(key);
      return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }

    private static double fromBits(long bits) {
      // What lies between infinity and NaN is no key of its own: all of it is NaN.
      return Double.longBitsToDouble(bits ^ (bits >> 63 & Long.MAX_VALUE));
    }
  }

  /**
   * The order of keys that are numbers, or can be counted like them.
   *
   * @param comparator the order; keys that it tells apart may have the same number
   * @param toLong the number of a key
   * @param fromLong the least key of a number
   * @param greatest the number of the greatest key
   */
  private record LongOrder<K>(
      Comparator<K> comparator, ToLongFunction<K> toLong, LongFunction<K> fromLong, long greatest)
      implements KeyOrder<K> {
    /** An order of keys that are in the order of their numbers. */
    static <K> LongOrder<K> of(ToLongFunction<K> toLong, LongFunction<K> fromLong, long greatest) {
      return new LongOrder<>(Comparator.comparingLong(toLong), toLong, fromLong, greatest);
    }

    @Override
    public int compare(K left, K right) {
      return comparator.compare(left, right);
    }

    @Override
    public double distance(K low, K high) {
      long difference = toLong.applyAsLong(high) - toLong.applyAsLong(low);
      // The difference of two longs is an unsigned one.
      return difference >= 0 ? difference : difference + 0x1p64;
    }

    @Override
    public K advance(K low, double distance) {
      long from = toLong.applyAsLong(low);
      long step = Math.max(1, (long) distance);
      long room = greatest - from;
      if (room >= 0 && room < step) {
        return null;
      }
      return fromLong.apply(from + step);
    }

    @Override
    public K middle(K low, K high) {
      long from = toLong.applyAsLong(low);
      long to = toLong.applyAsLong(high);
      if (from >= to) {
        return null;
      }
      // Half of an unsigned difference, rounded up, so that the result is above the lower key.
      long half = ((to - from) >>> 1) + ((to - from) & 1);
      return fromLong.apply(from + half);
    }
  }
}
