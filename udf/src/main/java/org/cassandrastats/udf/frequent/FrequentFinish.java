/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.frequent;

import static org.cassandrastats.udf.state.LittleEndian.putInt;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;

/** How a table becomes a final state. */
public final class FrequentFinish {
  private FrequentFinish() {}

  /**
   * The image of a state as {@link FrequentState#readable}, or the final state of a transition
   * state.
   */
  public static ByteBuffer finished(ByteBuffer state) {
    ByteBuffer view = state;
    if (FrequentTable.isOwn(state)) {
      view = of(state);
    } else {
      view = FrequentState.readable(state);
    }
    return view;
  }

  /** The final state of a table. */
  private static ByteBuffer of(ByteBuffer table) {
    int[] order = FrequentTable.order(table);
    int values = order.length;
    boolean isBigint = FrequentState.isBigint(table);
    int size = FrequentState.COUNTERS + 8 * values;
    for (int i = 0; i < values; i++) {
      size += table.getInt(order[i] + FrequentTable.LENGTH) + (isBigint ? 0 : Integer.BYTES);
    }
    ByteBuffer state = ByteBuffer.allocate(size);
    int lgMax = table.get(FrequentState.LG_MAX);
    long error = table.getLong(FrequentState.ERROR);
    // A map that gave up values had its full size.
    int lg = error > 0 ? lgMax : FrequentState.MINIMUM_LG;
    while (FrequentState.room(lg) < values) {
      lg++;
    }
    state.putInt(0, 0x04010a00 | lgMax);
    state.put(FrequentState.LG_CURRENT, (byte) lg);
    state.put(FrequentState.KIND, table.get(FrequentState.KIND));
    putInt(state, FrequentState.VALUES, values);
    putInt(state, FrequentState.MAX, table.getInt(FrequentState.MAX));
    putLong(state, FrequentState.ROWS, table.getLong(FrequentState.ROWS));
    putLong(state, FrequentState.ERROR, error);
    int at = FrequentState.COUNTERS + 8 * values;
    for (int i = 0; i < values; i++) {
      int record = order[i];
      int length = table.getInt(record + FrequentTable.LENGTH);
      putLong(state, FrequentState.COUNTERS + 8 * i, table.getLong(record));
      if (!isBigint) {
        putInt(state, at, length);
        at += Integer.BYTES;
      }
      for (int offset = 0; offset < length; offset++) {
        state.put(at + offset, table.get(record + FrequentTable.BYTES + offset));
      }
      at += length;
    }
    return state;
  }
}
