/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.theta.ThetaState;

/**
 * Hashes between rows: an open table, at most three quarters full, that grows until it has room for
 * twice the most hashes. When it is full then, theta becomes the first hash that there are too many
 * of.
 */
final class ThetaTable {
  private ThetaTable() {}

  /** The state with one more hash, if it is below theta: the same buffer, or a larger one. */
  static ByteBuffer add(ByteBuffer state, long hash) {
    ByteBuffer table = state;
    if (hash > 0 && hash < state.getLong(ThetaState.THETA)) {
      int before = state.getInt(ThetaState.COUNT);
      int count = put(state, hash);
      if (count > before && 4 * count > 3 << state.get(ThetaState.LG_ROOM)) {
        table = rebuilt(state);
      }
    }
    return table;
  }

  /** Puts a hash where it belongs. The number of hashes then. */
  private static int put(ByteBuffer state, long hash) {
    int lgRoom = state.get(ThetaState.LG_ROOM);
    int last = (1 << lgRoom) - 1;
    int step = (int) (hash >>> lgRoom) | 1;
    int place = (int) hash & last;
    long found = state.getLong(ThetaState.TABLE + 8 * place);
    while (found != 0 && found != hash) {
      place = (place + step) & last;
      found = state.getLong(ThetaState.TABLE + 8 * place);
    }
    int count = state.getInt(ThetaState.COUNT) + (found == 0 ? 1 : 0);
    state.putLong(ThetaState.TABLE + 8 * place, hash);
    state.putInt(ThetaState.COUNT, count);
    return count;
  }

  /** The hashes of a full table in one with more room, or with a lower theta. */
  private static ByteBuffer rebuilt(ByteBuffer full) {
    long theta = full.getLong(ThetaState.THETA);
    int lgK = full.get(ThetaState.LG_K);
    int lgRoom = full.get(ThetaState.LG_ROOM);
    int most = ThetaState.most(lgK);
    long[] hashes = new long[full.getInt(ThetaState.COUNT)];
    int count = 0;
    for (int offset = ThetaState.TABLE; offset < full.limit(); offset += 8) {
      long hash = full.getLong(offset);
      // Some are from before theta was that of a state which was merged.
      if (hash > 0 && hash < theta) {
        hashes[count] = hash;
        count++;
      }
    }
    ByteBuffer table = full;
    if (1 << lgRoom <= most) {
      table = ThetaState.table(lgK, lgRoom + 1, full.capacity() & 7);
    } else {
      for (int offset = ThetaState.TABLE; offset < full.limit(); offset += 8) {
        full.putLong(offset, 0);
      }
      Arrays.sort(hashes, 0, count);
      if (count > most) {
        theta = hashes[most];
        count = most;
      }
    }
    table.putLong(ThetaState.THETA, theta);
    table.putInt(ThetaState.COUNT, 0);
    for (int i = 0; i < count; i++) {
      put(table, hashes[i]);
    }
    return table;
  }
}
