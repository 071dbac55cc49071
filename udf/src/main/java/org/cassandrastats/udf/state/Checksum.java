/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * The checksum of a final state: its last eight bytes, the MurmurHash64A of all bytes before them
 * with the seed 0. It shows that a state was changed, cut or put together by anything but this
 * pack; it is no signature, for everybody can compute it.
 *
 * <p>Source: A. Appleby, <a
 * href="https://github.com/aappleby/smhasher/blob/master/src/MurmurHash2.cpp">MurmurHash2.cpp</a>,
 * which takes the bytes as little-endian words. They are reversed here alone, so that the libraries
 * of other languages give the same number; a little-endian processor reverses nothing. The number
 * of bytes is a multiple of 8, so that no bytes are left over behind the last block. The hash of
 * the bytes 0 to 23 is 0xe1afd4e9040c5007. The CRCs of {@code java.util.zip} are not among the
 * classes that a function body may use.
 */
public final class Checksum {
  /** Bytes of the checksum. */
  public static final int SIZE = 8;

  private static final long FACTOR = 0xc6a4a7935bd1e995L;

  private Checksum() {}

  /** The checksum of the bytes before an offset that is a multiple of 8. */
  public static long of(ByteBuffer state, int covered) {
    long hash = covered * FACTOR;
    for (int offset = 0; offset < covered; offset += 8) {
      long block = Long.reverseBytes(state.getLong(offset)) * FACTOR;
      block ^= block >>> 47;
      hash = (hash ^ block * FACTOR) * FACTOR;
    }
    hash = (hash ^ hash >>> 47) * FACTOR;
    return hash ^ hash >>> 47;
  }

  /** The final state of the bytes before an offset: a copy with the checksum behind them. */
  public static ByteBuffer finalState(ByteBuffer state, int covered) {
    ByteBuffer copy = ByteBuffer.allocate(covered + SIZE);
    Buffers.copy(state, copy, covered);
    seal(copy, covered);
    return copy;
  }

  /** The final state of a sum of states, which has no checksum yet; the empty blob itself. */
  public static ByteBuffer finalSum(ByteBuffer sum) {
    ByteBuffer state = sum;
    if (sum.remaining() > 0) {
      state = finalState(sum, sum.limit());
    }
    return state;
  }

  /** Writes the checksum behind the bytes that it covers. */
  public static void seal(ByteBuffer state, int covered) {
    long checksum = of(state, covered);
    state.putLong(covered, checksum);
  }

  /**
   * Refuses a blob that is no final state of a family, or was changed.
   *
   * @param state starts at offset 0
   * @param preamble that of the state, or what stands for it where a family has two versions
   * @param family the third byte
   * @param size the bytes that the header implies, a multiple of 8 from 16 on; 0 where it implies
   *     more than there can be
   * @param name of the state, with its article
   */
  public static void require(ByteBuffer state, int preamble, int family, int size, String name) {
    boolean isOther = preamble != (Preamble.START | family);
    if (isOther || state.limit() != size) {
      throw new IllegalArgumentException(
          "not "
              + name
              + ": expected "
              + (isOther ? "bytes" : size == 0 ? "sizes within bounds" : size + " bytes")
              + " with the preamble 0x"
              + Integer.toHexString(Preamble.START | family)
              + ", found "
              + state.limit()
              + " with 0x"
              + Integer.toHexString(preamble)
              + (preamble == (Preamble.START | family) - Preamble.VERSION
                  ? ", its format of before the first release"
                  : ""));
    }
    if (of(state, size - SIZE) != state.getLong(size - SIZE)) {
      throw new IllegalArgumentException(
          "not "
              + name
              + ": expected the checksum of its bytes, found another: bytes were changed");
    }
  }
}
