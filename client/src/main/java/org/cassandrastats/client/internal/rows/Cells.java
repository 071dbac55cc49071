/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.CustomType;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.cassandrastats.udf.annotation.WideNumbers;

/** The bytes of the columns of rows. */
public final class Cells {
  private static final long FIRST_DAY = 1L << 31;

  private Cells() {}

  /**
   * The bytes of each column of a row, null where it has no value: without room behind them, which
   * no function takes for a state that it has made.
   */
  public static List<ByteBuffer> of(Row row) {
    List<ByteBuffer> columns = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      columns.add(tight(row.getBytesUnsafe(i)));
    }
    return columns;
  }

  /** The given bytes where there is no room behind them, as the driver's. */
  private static ByteBuffer tight(ByteBuffer bytes) {
    boolean tight =
        bytes == null
            || (bytes.hasArray()
                && bytes.arrayOffset() == 0
                && bytes.array().length == bytes.remaining());
    return tight ? bytes : copy(bytes);
  }

  /** A copy of the bytes, and of nothing else. */
  static ByteBuffer copy(ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return ByteBuffer.wrap(copy);
  }

  /**
   * How a function takes a value as servers hand it over, which is null without bytes, too; empty
   * where they do not.
   *
   * @param type of the value
   * @param parameter of the function
   */
  static Optional<Function<ByteBuffer, Object>> reader(DataType type, Class<?> parameter) {
    if (parameter == ByteBuffer.class) {
      // The columns of states have types of the server jar, or are blobs.
      boolean fits = type.equals(DataTypes.BLOB) || type instanceof CustomType;
      return fits ? Optional.of(bytes -> bytes) : Optional.empty();
    }
    if (parameter == double.class || parameter == Double.class) {
      return ofDouble(type).map(number -> ofNumber(number::applyAsDouble));
    }
    if (parameter == long.class || parameter == Long.class) {
      return ofLong(type).map(number -> ofNumber(number::applyAsLong));
    }
    if (parameter == int.class || parameter == Integer.class) {
      return ofLong(type).map(number -> ofNumber(bytes -> (int) number.applyAsLong(bytes)));
    }
    if (parameter == String.class && type.equals(DataTypes.TEXT)) {
      return Optional.of(bytes -> TypeCodecs.TEXT.decode(bytes, ProtocolVersion.DEFAULT));
    }
    return Optional.empty();
  }

  private static Function<ByteBuffer, Object> ofNumber(Function<ByteBuffer, Object> number) {
    return bytes -> isNull(bytes) ? null : number.apply(bytes);
  }

  /** Whether servers take the bytes of a number for null. */
  static boolean isNull(ByteBuffer bytes) {
    return bytes == null || !bytes.hasRemaining();
  }

  /** Numbers as a double; empty for other types. */
  static Optional<ToDoubleFunction<ByteBuffer>> ofDouble(DataType type) {
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.DOUBLE ->
          Optional.of(bytes -> bytes.getDouble(bytes.position()));
      case ProtocolConstants.DataType.FLOAT ->
          Optional.of(bytes -> bytes.getFloat(bytes.position()));
      case ProtocolConstants.DataType.DECIMAL -> Optional.of(WideNumbers::ofDecimal);
      case ProtocolConstants.DataType.VARINT ->
          Optional.of(
              bytes -> TypeCodecs.VARINT.decode(bytes, ProtocolVersion.DEFAULT).doubleValue());
      default -> ofLong(type).map(number -> number::applyAsLong);
    };
  }

  /** Integers and times as a long; empty for other types. */
  private static Optional<ToLongFunction<ByteBuffer>> ofLong(DataType type) {
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.BIGINT,
          ProtocolConstants.DataType.COUNTER,
          ProtocolConstants.DataType.TIMESTAMP ->
          Optional.of(bytes -> bytes.getLong(bytes.position()));
      case ProtocolConstants.DataType.INT -> Optional.of(bytes -> bytes.getInt(bytes.position()));
      case ProtocolConstants.DataType.SMALLINT ->
          Optional.of(bytes -> bytes.getShort(bytes.position()));
      case ProtocolConstants.DataType.TINYINT -> Optional.of(bytes -> bytes.get(bytes.position()));
      case ProtocolConstants.DataType.DATE ->
          Optional.of(bytes -> Integer.toUnsignedLong(bytes.getInt(bytes.position())) - FIRST_DAY);
      case ProtocolConstants.DataType.VARINT ->
          Optional.of(
              bytes ->
                  WideNumbers.ofVarint(TypeCodecs.VARINT.decode(bytes, ProtocolVersion.DEFAULT)));
      default -> Optional.empty();
    };
  }
}
