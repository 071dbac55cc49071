/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.argument;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DecimalType;
import org.cassandrastats.udf.annotation.WideNumbers;

/**
 * Values of rows as functions take them, where Spark's own getters do not give them. All methods
 * are called by handles.
 */
final class RowValues {
  private static final int MICROS_PER_MILLI = 1000;

  private RowValues() {}

  /** Milliseconds since 1970; the microseconds of a millisecond are cut off. */
  static long millis(InternalRow row, int index) {
    return Math.floorDiv(row.getLong(index), MICROS_PER_MILLI);
  }

  /** The nearest double to a decimal of a type. */
  static double ofDecimal(DecimalType type, InternalRow row, int index) {
    return decimal(type, row, index).doubleValue();
  }

  /** An integer of any size as a long; refused where none is as large. */
  static long ofVarint(DecimalType type, InternalRow row, int index) {
    return WideNumbers.ofVarint(decimal(type, row, index).toBigIntegerExact());
  }

  private static BigDecimal decimal(DecimalType type, InternalRow row, int index) {
    return row.getDecimal(index, type.precision(), type.scale()).toJavaBigDecimal();
  }

  static String text(InternalRow row, int index) {
    return row.getUTF8String(index).toString();
  }

  /** A blob without room behind it, which no function takes for a buffer of its own. */
  static ByteBuffer blob(InternalRow row, int index) {
    return ByteBuffer.wrap(row.getBinary(index));
  }

  // The bytes of values, as Cassandra writes them.

  static ByteBuffer bytesOfByte(InternalRow row, int index) {
    return ByteBuffer.wrap(new byte[] {row.getByte(index)});
  }

  static ByteBuffer bytesOfShort(InternalRow row, int index) {
    return ByteBuffer.allocate(Short.BYTES).putShort(0, row.getShort(index));
  }

  static ByteBuffer bytesOfInt(InternalRow row, int index) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, row.getInt(index));
  }

  static ByteBuffer bytesOfLong(InternalRow row, int index) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, row.getLong(index));
  }

  static ByteBuffer bytesOfFloat(InternalRow row, int index) {
    return ByteBuffer.allocate(Float.BYTES).putFloat(0, row.getFloat(index));
  }

  static ByteBuffer bytesOfDouble(InternalRow row, int index) {
    return ByteBuffer.allocate(Double.BYTES).putDouble(0, row.getDouble(index));
  }

  static ByteBuffer bytesOfMillis(InternalRow row, int index) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, millis(row, index));
  }

  /** Days are counted from 2^31 before 1970. */
  static ByteBuffer bytesOfDate(InternalRow row, int index) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, row.getInt(index) ^ Integer.MIN_VALUE);
  }

  static ByteBuffer bytesOfVarint(DecimalType type, InternalRow row, int index) {
    return ByteBuffer.wrap(decimal(type, row, index).toBigIntegerExact().toByteArray());
  }

  static ByteBuffer bytesOfText(InternalRow row, int index) {
    return ByteBuffer.wrap(row.getUTF8String(index).getBytes());
  }

  static ByteBuffer bytesOfBoolean(InternalRow row, int index) {
    return ByteBuffer.wrap(new byte[] {(byte) (row.getBoolean(index) ? 1 : 0)});
  }
}
