/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.contract;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.PackedCounts;

/** States with packed counts, to be changed. */
public final class Unpacked {
  private Unpacked() {}

  /** The bytes of a final state up to its counts, and these with eight bytes each. */
  public static ByteBuffer of(byte[] state, int from, int places) {
    ByteBuffer packed = ByteBuffer.wrap(state);
    ByteBuffer unpacked = ByteBuffer.allocate(from + 8 * places);
    unpacked.put(0, state, 0, from);
    unpacked.putShort(PackedCounts.PLACE_WIDTH, (short) PackedCounts.UNPACKED);
    int placeWidth = packed.get(PackedCounts.PLACE_WIDTH);
    int countWidth = packed.get(PackedCounts.COUNT_WIDTH);
    for (int entry = PackedCounts.entries(packed, from, places) - 1; entry >= 0; entry--) {
      int offset = from + entry * (placeWidth + countWidth);
      long count = PackedCounts.count(packed, offset + placeWidth, countWidth);
      int place = PackedCounts.place(packed, offset, placeWidth, entry);
      if (count > 0) {
        unpacked.putLong(from + 8 * place, count);
      }
    }
    return unpacked;
  }
}
