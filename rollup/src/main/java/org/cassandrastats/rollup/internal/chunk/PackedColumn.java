/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A column of values, which are packed as doubles into a column of chunks of the same name.
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

  /** The first double above all longs. */
  private static final double ABOVE_LONGS = 0x1p63;

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

  /**
   * The bits of the double that a value is packed as.
   *
   * @throws StatsException if it is an integer that is not a double
   */
  long bits(ByteBuffer value) {
    int at = value.position();
    return switch (kind) {
      case DOUBLE -> value.getLong(at);
      case FLOAT -> widen(value.getInt(at));
      case INT -> Double.doubleToRawLongBits(value.getInt(at));
      case BIGINT -> ofInteger(value.getLong(at));
    };
  }

  /**
   * The value that was packed as a double of some bits.
   *
   * @throws StatsException if it is none of the column's type
   */
  ByteBuffer value(long bits) {
    return switch (kind) {
      case DOUBLE -> ofLong(bits);
      case FLOAT -> ofInt(narrow(bits));
      case INT -> ofInt((int) integer(bits, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BIGINT -> ofLong(integer(bits, Long.MIN_VALUE, Long.MAX_VALUE));
    };
  }

  private static ByteBuffer ofInt(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }

  private static ByteBuffer ofLong(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
  }

  private long ofInteger(long value) {
    double packed = (double) value;
    // Casting back gives the greatest long for all doubles above it.
    if (packed == ABOVE_LONGS || (long) packed != value) {
      throw new StatsException(
          "The column %s has the value %d, which no double is equal to: a chunk holds integers to 2^53, and few beyond. Leave the column out."
              .formatted(quoted(), value));
    }
    return Double.doubleToRawLongBits(packed);
  }

  private long integer(long bits, long least, long most) {
    double packed = Double.longBitsToDouble(bits);
    long value = (long) packed;
    boolean isInteger = packed != ABOVE_LONGS && Double.doubleToRawLongBits((double) value) == bits;
    if (!isInteger || value < least || value > most) {
      throw new StatsException(
          "A chunk of the column %s holds %s, which is not of its type %s: cassandra-stats pack has not written it."
              .formatted(quoted(), packed, type()));
    }
    return value;
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
