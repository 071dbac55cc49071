/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;

/** About how much memory the values of a result take. */
final class RowSize {
  private static final long OBJECT = 32;
  private static final long ROW = 3 * OBJECT;
  private static final long REFERENCE = 8;
  private static final long CHARACTER = 2;

  private RowSize() {}

  /** The bytes of a row, about. */
  static long of(List<Object> values) {
    long bytes = ROW;
    for (Object value : values) {
      bytes += REFERENCE + bytes(value);
    }
    return bytes;
  }

  private static long bytes(Object value) {
    if (value instanceof ByteBuffer buffer) {
      return 2 * OBJECT + buffer.capacity();
    }
    if (value instanceof String text) {
      return OBJECT + CHARACTER * text.length();
    }
    if (value instanceof Collection<?> several) {
      return 2 * OBJECT
          + several.stream().mapToLong(RowSize::bytes).sum()
          + REFERENCE * several.size();
    }
    return value == null ? 0 : OBJECT;
  }
}
