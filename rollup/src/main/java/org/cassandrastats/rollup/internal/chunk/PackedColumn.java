/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A column of values, which are packed as doubles or as integers into a column of chunks of the
 * same name. Its points hold the bits of doubles, or the integers.
 *
 * @param name as the schema has it
 * @param kind what its values are
 */
record PackedColumn(String name, Kind kind) {
  /** Bits of a double's mantissa that a float has not got. */
  private static final int MORE_MANTISSA = 29;

  private static final int FLOAT_SIGN = 0x80000000;
  private static final int FLOAT_INFINITY = 0x7f800000;
  private static final int FLOAT_MANTISSA = 0x007fffff;
  private static final long DOUBLE_INFINITY = 0x7ff0000000000000L;

  /** The types that are packed, by their names in CQL. */
  enum Kind {
    DOUBLE,
    FLOAT,
    INT,
    BIGINT;

    static Optional<Kind> of(String type) {
      return Stream.of(values()).filter(kind -> kind.toString().equals(type)).findFirst();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A column of a table.
   *
   * @throws StatsException if its values cannot be packed
   */
  static PackedColumn of(TableName table, ColumnMetadata column) {
    String text = Names.cql(column.getName());
    String type = TableMaker.TableShape.text(column.getType());
    Kind kind =
        Kind.of(type)
            .orElseThrow(
                () ->
                    new StatsException(
                        "The column %s of %s is %s: expected double, float, int or bigint, of which a chunk holds the values."
                            .formatted(text, table, type)));
    if (column.isStatic()) {
      throw new StatsException(
          "The column %s of %s is static: it has one value for a partition, and none of rows."
              .formatted(text, table));
    }
    return new PackedColumn(column.getName().asInternal(), kind);
  }

  /** What a table with some columns holds, for its definition. */
  static Map<String, String> contents(List<PackedColumn> packed) {
    Map<String, String> columns = new LinkedHashMap<>();
    packed.forEach(column -> columns.put(column.name(), column.type()));
    return columns;
  }

  /**
   * The columns that a definition names.
   *
   * @throws StatsException if one is of a type that this version does not pack
   */
  static List<PackedColumn> of(Map<String, String> types) {
    return types.entrySet().stream().map(entry -> of(entry.getKey(), entry.getValue())).toList();
  }

  private static PackedColumn of(String name, String type) {
    return new PackedColumn(
        name,
        Kind.of(type)
            .orElseThrow(
                () ->
                    new StatsException(
                        "The packed column %s is said to be of the type %s: expected double, float, int or bigint."
                            .formatted(Identifier.quoteIfNeeded(name), type))));
  }

  /** The name in CQL. */
  String quoted() {
    return Identifier.quoteIfNeeded(name);
  }

  /** Whether its values are doubles themselves. */
  boolean isDouble() {
    return kind == Kind.DOUBLE;
  }

  /** The type in CQL. */
  String type() {
    return kind.toString();
  }

  /** What a point holds of a value. */
  long bits(ByteBuffer value) {
    int at = value.position();
    return switch (kind) {
      case DOUBLE, BIGINT -> value.getLong(at);
      case FLOAT -> widen(value.getInt(at));
      case INT -> value.getInt(at);
    };
  }

  /**
   * The value of a point.
   *
   * @throws StatsException if it is none of the column's type
   */
  ByteBuffer value(long bits) {
    return switch (kind) {
      case DOUBLE, BIGINT -> ByteBuffer.allocate(Long.BYTES).putLong(0, bits);
      case FLOAT -> ofInt(narrow(bits));
      case INT -> ofInt(toInt(bits));
    };
  }

  /** The chunk of points. */
  ByteBuffer encode(long[] times, long[] bits) {
    return isInteger()
        ? ChunkCodec.encode(times, bits)
        : ChunkCodec.encode(
            times, LongStream.of(bits).mapToDouble(Double::longBitsToDouble).toArray());
  }

  /**
   * What the points of a chunk hold.
   *
   * @throws IllegalArgumentException if the bytes are no chunk, or not of such values
   */
  long[] decode(ByteBuffer chunk) {
    return isInteger()
        ? ChunkCodec.integers(chunk)
        : DoubleStream.of(ChunkCodec.values(chunk))
            .mapToLong(Double::doubleToRawLongBits)
            .toArray();
  }

  private boolean isInteger() {
    return kind == Kind.INT || kind == Kind.BIGINT;
  }

  private static ByteBuffer ofInt(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }

  private int toInt(long value) {
    if (value != (int) value) {
      throw new StatsException(
          "A chunk of the column %s holds %d, which is not of its type int: cassandra-stats pack has not written it."
              .formatted(quoted(), value));
    }
    return (int) value;
  }

  /** Of a float that is no number a processor may change a bit, and so it is moved by hand. */
  private static long widen(int bits) {
    float value = Float.intBitsToFloat(bits);
    if (!Float.isNaN(value)) {
      return Double.doubleToRawLongBits(value);
    }
    return ((long) (bits & FLOAT_SIGN) << Integer.SIZE)
        | DOUBLE_INFINITY
        | ((long) (bits & FLOAT_MANTISSA) << MORE_MANTISSA);
  }

  private static int narrow(long bits) {
    double value = Double.longBitsToDouble(bits);
    if (!Double.isNaN(value)) {
      return Float.floatToRawIntBits((float) value);
    }
    return ((int) (bits >>> Integer.SIZE) & FLOAT_SIGN)
        | FLOAT_INFINITY
        | ((int) (bits >>> MORE_MANTISSA) & FLOAT_MANTISSA);
  }
}
