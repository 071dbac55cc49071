/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * The first eight bytes of every state: u8 preamble length in longs (1), u8 serial version (1), u8
 * family, u8 flags, u32 parameter of the family, little-endian.
 */
public final class Preamble {
  /** Bytes of the preamble. */
  public static final int SIZE = 8;

  /** Offset of the u32 parameter. */
  public static final int PARAMETER = 4;

  /** Offset of the u8 flags. */
  public static final int FLAGS = 3;

  private static final int LONGS = 1;
  private static final int SERIAL_VERSION = 1;

  /** The first two bytes of every state, one long and version 1, before the family. */
  static final int START = 0x010100;

  private Preamble() {}

  /**
   * Whether a buffer that starts at 0 was set to little-endian order, in which the multi-byte reads
   * of this package go wrong. Compares the family as a byte with the family as half of a short.
   */
  public static boolean isLittleEndian(ByteBuffer state) {
    return state.limit() > 2 && (state.getShort(1) & 0xff) != (state.get(2) & 0xff);
  }

  /**
   * A state from offset 0 in big-endian order: the buffer itself where it is that, so that a merge
   * allocates nothing.
   */
  public static ByteBuffer view(ByteBuffer state) {
    ByteBuffer view = state;
    if (state.position() != 0 || isLittleEndian(state)) {
      view = state.slice();
    }
    return view;
  }

  /**
   * What is wrong with the first three bytes of a state, or null. The state starts at offset 0 of
   * the buffer.
   */
  public static String problem(ByteBuffer state, int family) {
    if (state.limit() < SIZE) {
      return "expected a preamble of " + SIZE + " bytes, found " + state.limit() + " bytes";
    }
    if ((state.get(2) & 0xff) != family) {
      return "expected state family " + family + ", found " + (state.get(2) & 0xff);
    }
    if (state.get(1) != SERIAL_VERSION) {
      return "expected state version "
          + SERIAL_VERSION
          + ", found "
          + (state.get(1) & 0xff)
          + "; a newer cassandra-stats may have written it";
    }
    if (state.get(0) != LONGS) {
      return "expected a preamble of " + LONGS + " long, found " + (state.get(0) & 0xff);
    }
    return null;
  }
}
