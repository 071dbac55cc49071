/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * The integrity word of a finished state: its last eight bytes, a check value over all bytes before
 * them. It shows that a state was changed, cut or put together by anything but this pack; it is no
 * signature, for everybody can compute it.
 *
 * <p>The bytes before are read as big-endian longs. Each is joined with the value so far by XOR and
 * multiplied by 2^64 divided by the golden ratio, whose upper half is then joined with the lower
 * one by XOR: no single bit becomes a single bit, which one of the next long could take back. Every
 * other long has a value of its own, because a processor computes two side by side. The start
 * values are the number of bytes. Each step is one-to-one, so that every change within one long is
 * noticed; changes of several are missed once in 2^64. The CRCs of {@code java.util.zip} are not
 * among the classes that a function body may use.
 */
public final class Integrity {
  /** Bytes of the word. */
  public static final int SIZE = 8;

  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  private Integrity() {}

  /** The check value of the bytes before an offset that is a multiple of 8. */
  public static long of(ByteBuffer state, int end) {
    long even = end;
    long odd = end;
    for (int offset = 0; offset < end; offset += 16) {
      even = (even ^ state.getLong(offset)) * FACTOR;
      even ^= even >>> 32;
      odd = (odd ^ (offset + 8 < end ? state.getLong(offset + 8) : 0)) * FACTOR;
      odd ^= odd >>> 32;
    }
    return even * FACTOR ^ odd;
  }

  /** The finished state of the bytes before an offset: a copy with the word behind them. */
  public static ByteBuffer finished(ByteBuffer state, int end) {
    ByteBuffer finished = ByteBuffer.allocate(end + SIZE);
    Buffers.copy(state, finished, end);
    seal(finished, end);
    return finished;
  }

  /** The finished state of a sum of states, which has no word yet; the empty blob itself. */
  public static ByteBuffer finishedSum(ByteBuffer sum) {
    ByteBuffer state = sum;
    if (sum.remaining() > 0) {
      state = finished(sum, sum.limit());
    }
    return state;
  }

  /** Writes the word behind the bytes that it covers. */
  public static void seal(ByteBuffer state, int end) {
    long check = of(state, end);
    state.putLong(end, check);
  }

  /**
   * Refuses a blob that is no finished state of a family, or was changed.
   *
   * @param state starts at offset 0
   * @param family the third byte
   * @param size the bytes that the header implies, a multiple of 8 from 16 on; 0 where it implies
   *     more than there can be
   * @param name of the state, with its article
   */
  public static void require(ByteBuffer state, int family, int size, String name) {
    int preamble = state.limit() < Preamble.SIZE ? 0 : state.getInt(0) >>> 8;
    if (preamble != (Preamble.START | family) || state.limit() != size) {
      throw new IllegalArgumentException(
          "not "
              + name
              + ": expected "
              + (size == 0 ? "sizes within bounds" : size + " bytes")
              + " with the preamble 0x"
              + Integer.toHexString(Preamble.START | family)
              + ", found "
              + state.limit()
              + " with 0x"
              + Integer.toHexString(preamble));
    }
    if (of(state, size - SIZE) != state.getLong(size - SIZE)) {
      throw new IllegalArgumentException(
          "not "
              + name
              + ": expected the check value of its bytes, found another: bytes were changed");
    }
  }
}
