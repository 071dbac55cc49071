/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A column of values, which are packed into a column of chunks of the same name.
 *
 * @param name as the schema has it
 * @param isFloat whether its values are floats, which are packed as doubles, instead of doubles
 */
record PackedColumn(String name, boolean isFloat) {
  private static final List<DataType> TYPES = List.of(DataTypes.DOUBLE, DataTypes.FLOAT);

  /** Bits of a double's mantissa that a float has not got. */
  private static final int MORE_MANTISSA = 29;

  private static final int FLOAT_SIGN = 0x80000000;
  private static final int FLOAT_INFINITY = 0x7f800000;
  private static final int FLOAT_MANTISSA = 0x007fffff;
  private static final long DOUBLE_INFINITY = 0x7ff0000000000000L;

  /**
   * A column of a table.
   *
   * @throws StatsException if its values cannot be packed
   */
  static PackedColumn of(TableName table, ColumnMetadata column) {
    String text = Names.cql(column.getName());
    if (!TYPES.contains(column.getType())) {
      throw new StatsException(
          "The column %s of %s is %s: expected double or float, which are what a chunk holds."
              .formatted(text, table, TableMaker.TableShape.text(column.getType())));
    }
    if (column.isStatic()) {
      throw new StatsException(
          "The column %s of %s is static: it has one value for a partition, and none of rows."
              .formatted(text, table));
    }
    return new PackedColumn(
        column.getName().asInternal(), column.getType().equals(DataTypes.FLOAT));
  }

  /** What a table with some columns holds, for its definition. */
  static Map<String, String> contents(List<PackedColumn> packed) {
    Map<String, String> columns = new LinkedHashMap<>();
    packed.forEach(column -> columns.put(column.name(), column.type()));
    return columns;
  }

  /** The columns that a definition names. */
  static List<PackedColumn> of(Map<String, String> types) {
    return types.entrySet().stream()
        .map(entry -> new PackedColumn(entry.getKey(), entry.getValue().equals("float")))
        .toList();
  }

  /** The name in CQL. */
  String quoted() {
    return Identifier.quoteIfNeeded(name);
  }

  /** The type in CQL. */
  String type() {
    return isFloat ? "float" : "double";
  }

  /** The bits of the double that a value is packed as. */
  long bits(ByteBuffer value) {
    return isFloat ? widen(value.getInt(value.position())) : value.getLong(value.position());
  }

  /** The value that was packed as a double of some bits. */
  ByteBuffer value(long bits) {
    ByteBuffer value = ByteBuffer.allocate(isFloat ? Float.BYTES : Double.BYTES);
    return (isFloat ? value.putInt(narrow(bits)) : value.putLong(bits)).flip();
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
