/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class VoidHelpers {
  static void put(ByteBuffer buffer, int offset, long value) {
    buffer.putLong(offset, Long.reverseBytes(value));
  }

  static long get(ByteBuffer buffer, int offset) {
    return Long.reverseBytes(buffer.getLong(offset));
  }

  static void addUnlessFull(ByteBuffer buffer, long more) {
    long old = get(buffer, 0);
    if (old > Long.MAX_VALUE - more) {
      return;
    }
    put(buffer, 0, old + more);
  }

  static void fill(ByteBuffer buffer, long first) {
    for (int offset = 0; offset < 24; offset += 8) {
      if (first > 100) {
        return;
      }
      put(buffer, offset, first++);
    }
    put(buffer, 16, get(buffer, 0) + get(buffer, 8));
  }

  /** Void helpers with and without an early end. */
  @CqlFunction("void_helpers")
  public static ByteBuffer change(long value, int n) {
    ByteBuffer buffer = ByteBuffer.allocate(24);
    put(buffer, 8, value);
    fill(buffer, n);
    long old = get(buffer, 16);
    addUnlessFull(buffer, value & 1023);
    // Reads what the call before wrote.
    if (get(buffer, 0) == old) {
      put(buffer, 8, -old);
    }
    return buffer;
  }
}
