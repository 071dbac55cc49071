/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.heartbeat;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a heartbeat state: no bytes at all before the first beat, then 56 + 16 for each of the
 * gaps that are kept, at most {@value #MAXIMUM_SIZE}.
 *
 * <pre>
 *   0  preamble (family 139, no flags, parameter: milliseconds for which a beat counts)
 *   8  u64 count of beats
 *  16  i64 first time                24  i64 last time
 *  32  u64 milliseconds in gaps
 *  40  u64 number of gaps
 *  48  the longest gaps, at most 64: i64 begin, i64 end
 *      checksum; while rows are added there is none
 * </pre>
 *
 * <p>Times are milliseconds since 1970. A gap begins where the beat before it counts no more, and
 * ends with the next one. The longest gap is the first one; gaps of one length are in the order of
 * time. This order is total, so that the gaps that are kept do not depend on how states are merged.
 */
public final class HeartbeatState {
  public static final int FAMILY = 139;

  /** The most gaps that are kept. */
  public static final int MOST = 64;

  public static final int COUNT = 8;
  public static final int FIRST = 16;
  public static final int LAST = 24;
  public static final int DOWN = 32;
  public static final int GAPS = 40;
  public static final int LIST = 48;

  /** Bytes of a gap. */
  public static final int GAP = 16;

  /** Distance of the end of a gap from its begin. */
  public static final int STOP = 8;

  /** Where a list of all gaps that are kept ends. */
  public static final int FULL = LIST + GAP * MOST;

  public static final int MAXIMUM_SIZE = FULL + Checksum.SIZE;

  /** Less than the bytes of a state without gaps: every buffer of rows has more. */
  private static final int LEAST = LIST - 1;

  private HeartbeatState() {}

  /** The milliseconds for which a beat counts. */
  public static int interval(ByteBuffer state) {
    return state.getInt(Preamble.PARAMETER);
  }

  /** Where the gaps end. */
  public static int end(ByteBuffer state) {
    return LIST + GAP * (int) Math.min(state.getLong(GAPS), MOST);
  }

  /** Whether a state function made this buffer, of rows or of states. */
  static boolean isOwn(ByteBuffer state) {
    return Buffers.isOwn(state, FAMILY, LEAST);
  }

  /** Whether {@code heartbeat_accumulate} made this buffer for an interval; see {@link Buffers}. */
  public static boolean isWorking(ByteBuffer state, int interval) {
    return Buffers.isWorking(state, FAMILY, LEAST) && interval(state) == interval;
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return Buffers.isMerged(state, FAMILY, LEAST);
  }

  /** A state of no beats, for {@code heartbeat_accumulate} to start from the empty blob alone. */
  public static ByteBuffer start(ByteBuffer state, int interval) {
    if (interval < 1) {
      throw new IllegalArgumentException(
          "heartbeat_accumulate: expected an interval from 1 to 2147483647 milliseconds, found "
              + interval);
    }
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "heartbeat_accumulate: expected the empty blob 0x or the state of its own last call (the"
              + " interval must be the same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with heartbeat_union");
    }
    ByteBuffer own = FixedState.allocate(FAMILY, FULL, Buffers.WORKING_TAIL);
    own.limit(LIST);
    own.putInt(Preamble.PARAMETER, interval);
    return own;
  }

  /** A buffer with room for all gaps, for the valid states that are merged, with the first one. */
  public static ByteBuffer startOfMerge(ByteBuffer state) {
    ByteBuffer sum = ByteBuffer.allocate(FULL + Buffers.MERGED_TAIL);
    Buffers.copy(state, sum, end(state));
    sum.limit(end(sum));
    return sum;
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (!isOwn(state)) {
      view = state.slice();
      requireIntact(view);
    }
    return view;
  }

  static void requireIntact(ByteBuffer view) {
    boolean fits = view.limit() >= LIST && view.getLong(GAPS) >= 0;
    int size = fits ? end(view) + Checksum.SIZE : 0;
    Checksum.require(view, Preamble.of(view), FAMILY, size, "a heartbeat state");
  }
}
