/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * Little-endian access to a big-endian buffer, by absolute offset, for the images of Apache
 * DataSketches; own formats are big-endian. {@code java.nio.ByteOrder} is not among the classes
 * that a function body may use; the reversals are compiler intrinsics.
 */
public final class LittleEndian {
  private LittleEndian() {}

  public static int getInt(ByteBuffer buffer, int offset) {
    return Integer.reverseBytes(buffer.getInt(offset));
  }

  public static void putInt(ByteBuffer buffer, int offset, int value) {
    buffer.putInt(offset, Integer.reverseBytes(value));
  }

  public static long getLong(ByteBuffer buffer, int offset) {
    return Long.reverseBytes(buffer.getLong(offset));
  }

  public static void putLong(ByteBuffer buffer, int offset, long value) {
    buffer.putLong(offset, Long.reverseBytes(value));
  }

  public static double getDouble(ByteBuffer buffer, int offset) {
    return Double.longBitsToDouble(Long.reverseBytes(buffer.getLong(offset)));
  }

  /** Every NaN is written as the same one, so that equal rows give equal bytes on every machine. */
  public static void putDouble(ByteBuffer buffer, int offset, double value) {
    buffer.putLong(offset, Long.reverseBytes(Double.doubleToLongBits(value)));
  }
}
