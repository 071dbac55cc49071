/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.heartbeat;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * Whether some beats have a state. Whatever the rules are, they hold for the union of two states
 * for which they hold.
 */
public final class HeartbeatCheck {
  private HeartbeatCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some beats: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    if (!HeartbeatState.isOwn(view)) {
      HeartbeatState.requireIntact(view);
    }
    requireTimes(view);
    requireGaps(view);
    return view;
  }

  /**
   * Refuses counts and times that do not fit together. The state has the size and a preamble. All
   * spans of time may be numbers without a sign.
   */
  private static void requireTimes(ByteBuffer state) {
    int interval = HeartbeatState.interval(state);
    long count = state.getLong(HeartbeatState.COUNT);
    long first = state.getLong(HeartbeatState.FIRST);
    long last = state.getLong(HeartbeatState.LAST);
    long down = state.getLong(HeartbeatState.DOWN);
    long gaps = state.getLong(HeartbeatState.GAPS);
    boolean fits =
        state.get(Preamble.FLAGS) == 0
            && interval > 0
            && count > 0
            && first <= last
            && gaps < count
            && Long.compareUnsigned(down, last - first) <= 0;
    if (fits) {
      // A gap has a whole interval before it; between other beats there are 1 to interval
      // milliseconds.
      long up = last - first - down;
      long others = count - 1 - gaps;
      fits =
          Long.compareUnsigned(Long.divideUnsigned(up, interval), gaps) >= 0
              && Long.compareUnsigned(up - gaps * interval, others) >= 0
              && (up == 0
                  || Long.compareUnsigned(Long.divideUnsigned(up - 1, interval), count - 1) < 0);
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "not a heartbeat state: expected no flags, an interval and a count of at least 1, times"
              + " that rise, fewer gaps than beats, and the time of both in total, found the"
              + " interval "
              + interval
              + " and "
              + count
              + " beats from "
              + first
              + " to "
              + last
              + " with "
              + gaps
              + " gaps");
    }
  }

  /** Refuses gaps that are in no order, or not between beats, or not those of the time. */
  private static void requireGaps(ByteBuffer state) {
    int interval = HeartbeatState.interval(state);
    long first = state.getLong(HeartbeatState.FIRST);
    int end = HeartbeatState.end(state);
    // The gaps that are not kept, and their time.
    long more =
        state.getLong(HeartbeatState.GAPS) - (end - HeartbeatState.LIST) / HeartbeatState.GAP;
    long rest = state.getLong(HeartbeatState.DOWN);
    long shortest = -1;
    long before = 0;
    boolean fits = true;
    for (int gap = HeartbeatState.LIST; gap < end && fits; gap += HeartbeatState.GAP) {
      long begin = state.getLong(gap);
      long stop = state.getLong(gap + HeartbeatState.STOP);
      long length = stop - begin;
      int order = Long.compareUnsigned(shortest, length);
      fits =
          begin > first
              && begin < stop
              && stop <= state.getLong(HeartbeatState.LAST)
              && Long.compareUnsigned(begin - first, interval) >= 0
              && Long.compareUnsigned(length, rest) <= 0
              && (order > 0 || (order == 0 && before < begin));
      rest -= length;
      shortest = length;
      before = begin;
    }
    if (fits) {
      // Each of them has at least one millisecond, and is not longer than those that are kept.
      fits =
          more == 0
              ? rest == 0
              : Long.compareUnsigned(rest, more) >= 0
                  && Long.compareUnsigned(Long.divideUnsigned(rest - 1, shortest), more) < 0;
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "not a heartbeat state: expected the longest gaps in the order of their lengths, all"
              + " between beats and of the time in gaps, found others, and "
              + more
              + " more");
    }
  }
}
