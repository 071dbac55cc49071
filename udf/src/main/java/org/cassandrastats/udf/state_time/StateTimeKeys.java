/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Utf8;

/** The keys of states: how they are compared, written and read. */
public final class StateTimeKeys {
  /** Bytes of a key. */
  public static final int SIZE = 48;

  /** Distance of the length from the beginning of a key, and the longest text. */
  public static final int LENGTH = 47;

  /** The last byte of the key of other states. */
  static final byte OTHER = -1;

  private static final long TRUE = 0x7472756500000000L;
  private static final long FALSE = 0x66616c7365000000L;

  private StateTimeKeys() {}

  /** Whether a key is that of other states. */
  public static boolean isOther(ByteBuffer state, int key) {
    return state.get(key + LENGTH) == OTHER;
  }

  /** Compares keys by their bytes. */
  public static int compare(ByteBuffer state, int key, ByteBuffer other, int otherKey) {
    int order = 0;
    for (int i = 0; i < SIZE && order == 0; i += 8) {
      order = Long.compareUnsigned(state.getLong(key + i), other.getLong(otherKey + i));
    }
    return order;
  }

  public static void copy(ByteBuffer state, int key, ByteBuffer target, int targetKey) {
    for (int i = 0; i < SIZE; i += 8) {
      target.putLong(targetKey + i, state.getLong(key + i));
    }
  }

  /** Writes the key of other states, or zeros to write another key over. */
  public static void fill(ByteBuffer state, int key, long bits) {
    for (int i = 0; i < SIZE; i += 8) {
      state.putLong(key + i, bits);
    }
  }

  /** Writes the key of a number, its digits. */
  public static void putNumber(ByteBuffer state, int key, long number) {
    fill(state, key, 0);
    int sign = number < 0 ? 1 : 0;
    int length = sign + 1;
    for (long rest = number / 10; rest != 0; rest /= 10) {
      length++;
    }
    long rest = number;
    for (int at = length - 1; at >= sign; at--) {
      state.put(key + at, (byte) ('0' + Math.abs(rest % 10)));
      rest /= 10;
    }
    if (sign > 0) {
      state.put(key, (byte) '-');
    }
    state.put(key + LENGTH, (byte) length);
  }

  /** Writes the key of bytes that are not none; those of a boolean are no text. */
  public static void putBytes(ByteBuffer state, int key, ByteBuffer bytes) {
    int length = bytes.remaining();
    int start = bytes.position();
    boolean isBoolean = length == 1 && (bytes.get(start) & ~1) == 0;
    fill(state, key, length > LENGTH ? -1 : 0);
    if (isBoolean) {
      boolean isTrue = bytes.get(start) == 1;
      state.putLong(key, isTrue ? TRUE : FALSE);
      state.put(key + LENGTH, (byte) (isTrue ? 4 : 5));
    } else if (length <= LENGTH) {
      for (int at = 0; at < length; at++) {
        state.put(key + at, bytes.get(start + at));
      }
      state.put(key + LENGTH, (byte) length);
    }
  }

  /**
   * The state of a key in words: its text; of bytes that are no UTF-8 their hexadecimal digits, and
   * {@code (other)} of other states.
   */
  static String text(ByteBuffer state, int key) {
    // Accessors read states whose contents are not checked.
    int length = isOther(state, key) ? 0 : Math.min(state.get(key + LENGTH) & 0xff, LENGTH);
    String text = Utf8.text(state, key, length);
    return isOther(state, key) ? "(other)" : text;
  }
}
