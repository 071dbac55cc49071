/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import java.nio.ByteBuffer;

/**
 * The hash of a value: what a theta sketch keeps of MurmurHash3_x64_128 with the seed that every
 * library of DataSketches has, the first half without its lowest bit.
 */
final class ThetaHash {
  private static final long SEED = 9001;
  private static final long FACTOR_1 = 0x87c37b91114253d5L;
  private static final long FACTOR_2 = 0x4cf5ad432745937fL;

  private ThetaHash() {}

  /** Of eight bytes, little-endian. */
  static long ofLong(long value) {
    long first = SEED ^ Long.rotateLeft(value * FACTOR_1, 31) * FACTOR_2;
    return finished(first, SEED, Long.BYTES);
  }

  /** Of any bytes. */
  static long ofBytes(ByteBuffer value) {
    int length = value.remaining();
    int start = value.position();
    long first = SEED;
    long second = SEED;
    for (int block = 0; block < length; block += 16) {
      long low = 0;
      long high = 0;
      boolean isWhole = length - block >= 16;
      if (isWhole) {
        low = Long.reverseBytes(value.getLong(start + block));
        high = Long.reverseBytes(value.getLong(start + block + 8));
      } else {
        for (int offset = block; offset < length; offset++) {
          long bits = (value.get(start + offset) & 0xffL) << (8 * (offset & 7));
          if (offset - block < 8) {
            low |= bits;
          } else {
            high |= bits;
          }
        }
      }
      first ^= Long.rotateLeft(low * FACTOR_1, 31) * FACTOR_2;
      if (isWhole) {
        first = (Long.rotateLeft(first, 27) + second) * 5 + 0x52dce729;
      }
      second ^= Long.rotateLeft(high * FACTOR_2, 33) * FACTOR_1;
      if (isWhole) {
        second = (Long.rotateLeft(second, 31) + first) * 5 + 0x38495ab5;
      }
    }
    return finished(first, second, length);
  }

  private static long finished(long first, long second, int length) {
    long low = (first ^ length) + (second ^ length);
    long high = low + (second ^ length);
    return (mixed(low) + mixed(high)) >>> 1;
  }

  private static long mixed(long bits) {
    long mixed = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
