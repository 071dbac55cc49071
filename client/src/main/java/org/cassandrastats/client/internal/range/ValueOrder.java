/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;

/** Cassandra's order of the values of a type, as bytes. No bytes are below all values. */
public final class ValueOrder {
  private ValueOrder() {}

  /** The order of a type; empty where it is not known here. */
  public static Optional<Comparator<ByteBuffer>> of(DataType type) {
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.ASCII,
          ProtocolConstants.DataType.VARCHAR,
          ProtocolConstants.DataType.BLOB,
          ProtocolConstants.DataType.BOOLEAN,
          ProtocolConstants.DataType.INET ->
          Optional.of(ValueOrder::compareBytes);
      case ProtocolConstants.DataType.TINYINT,
          ProtocolConstants.DataType.SMALLINT,
          ProtocolConstants.DataType.INT,
          ProtocolConstants.DataType.BIGINT,
          ProtocolConstants.DataType.COUNTER,
          ProtocolConstants.DataType.VARINT,
          ProtocolConstants.DataType.FLOAT,
          ProtocolConstants.DataType.DOUBLE,
          ProtocolConstants.DataType.DECIMAL,
          ProtocolConstants.DataType.TIMESTAMP,
          ProtocolConstants.DataType.DATE,
          ProtocolConstants.DataType.TIME ->
          Optional.of(natural(CodecRegistry.DEFAULT.codecFor(type)));
      case ProtocolConstants.DataType.TIMEUUID ->
          Optional.of(decoded(TypeCodecs.TIMEUUID, KeyType.timeUuids()));
      case ProtocolConstants.DataType.UUID -> Optional.of(decoded(TypeCodecs.UUID, uuids()));
      default -> Optional.empty();
    };
  }

  @SuppressWarnings("unchecked") // Values are of the type, and comparable with their like.
  private static Comparator<ByteBuffer> natural(TypeCodec<Object> codec) {
    return decoded(codec, (left, right) -> ((Comparable<Object>) left).compareTo(right));
  }

  private static <T> Comparator<ByteBuffer> decoded(TypeCodec<T> codec, Comparator<T> order) {
    return (left, right) ->
        left.hasRemaining() && right.hasRemaining()
            ? order.compare(
                codec.decode(left, ProtocolVersion.DEFAULT),
                codec.decode(right, ProtocolVersion.DEFAULT))
            : Boolean.compare(left.hasRemaining(), right.hasRemaining());
  }

  /** By version, then of version 1 by time, then by bytes. */
  private static Comparator<UUID> uuids() {
    return Comparator.comparingInt(UUID::version)
        .thenComparing(ValueOrder::compareTimes)
        .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);
  }

  private static int compareTimes(UUID left, UUID right) {
    return left.version() == 1
        ? Long.compare(time(left), time(right))
        : Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
  }

  /** The time of a UUID of any variant. */
  private static long time(UUID uuid) {
    long most = uuid.getMostSignificantBits();
    return (most & 0xFFF) << 48 | (most >>> 16 & 0xFFFF) << 32 | most >>> 32;
  }

  private static int compareBytes(ByteBuffer left, ByteBuffer right) {
    int mismatch = left.mismatch(right);
    if (mismatch < 0 || mismatch >= Math.min(left.remaining(), right.remaining())) {
      return Integer.compare(left.remaining(), right.remaining());
    }
    return Byte.compareUnsigned(
        left.get(left.position() + mismatch), right.get(right.position() + mismatch));
  }
}
