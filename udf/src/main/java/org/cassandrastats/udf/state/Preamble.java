/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * The first eight bytes of every state of an own format: u8 preamble length in longs (1), u8
 * version of the format (2), u8 family, u8 flags, u32 parameter of the family. All numbers are
 * big-endian. Version 1 was little-endian, and was given up before the first release.
 */
public final class Preamble {
  /** Bytes of the preamble. */
  public static final int SIZE = 8;

  /** Offset of the u32 parameter. */
  public static final int PARAMETER = 4;

  /** Offset of the u8 flags. */
  public static final int FLAGS = 3;

  /** The first two bytes of every state, one long and version 2, before the family. */
  public static final int START = 0x010200;

  /** How much less the first two bytes of version 1 are. */
  static final int VERSION = 0x100;

  private Preamble() {}

  /**
   * Number of longs, version and family of a state that starts at offset 0; 0 if it is too short.
   */
  public static int of(ByteBuffer state) {
    return state.limit() < SIZE ? 0 : state.getInt(0) >>> 8;
  }

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
}
