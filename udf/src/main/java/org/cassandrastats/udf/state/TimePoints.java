/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * Points of states whose rows come in the order of time: i64 milliseconds since 1970, and behind
 * them the f64 value. The first and the last point of a state stand at offsets of its family, which
 * the functions take.
 */
public final class TimePoints {
  /** Distance of the value of a point from its time. */
  public static final int VALUE = 8;

  private static final double MILLIS = 1000;

  private TimePoints() {}

  /** Writes the time and the value of a point. */
  public static void put(ByteBuffer state, int point, long time, double value) {
    state.putLong(point, time);
    state.putDouble(point + VALUE, value);
  }

  /** Copies a point to its place in another state. */
  public static void copy(ByteBuffer state, ByteBuffer target, int point) {
    target.putLong(point, state.getLong(point));
    target.putLong(point + VALUE, state.getLong(point + VALUE));
  }

  /** Whether two points of a state are the same. */
  public static boolean isSame(ByteBuffer state, int point, int other) {
    return state.getLong(point) == state.getLong(other)
        && state.getLong(point + VALUE) == state.getLong(other + VALUE);
  }

  /** Whether a number is a value of a point: finite, and not -0.0. */
  public static boolean isValue(ByteBuffer state, int point) {
    return Math.abs(state.getDouble(point + VALUE)) <= Double.MAX_VALUE
        && state.getLong(point + VALUE)
            == Double.doubleToLongBits(state.getDouble(point + VALUE) + 0.0);
  }

  /** Seconds of milliseconds, which may be a number without a sign. */
  public static double seconds(long millis) {
    return ((millis >>> 1) * 2.0 + (millis & 1)) / MILLIS;
  }

  /** The range of time in words. */
  public static String range(ByteBuffer state, int first, int last) {
    return Instant.ofEpochMilli(state.getLong(first))
        + " to "
        + Instant.ofEpochMilli(state.getLong(last));
  }

  /** Likewise; of no state, that there is none. */
  private static String rangeOrNone(ByteBuffer state, int first, int last) {
    return state == null ? "none" : range(state, first, last);
  }

  /**
   * Refuses a point between the first and the last one of a state, but for these themselves.
   *
   * @param function of the rows, for the message
   */
  public static void requireEnd(
      ByteBuffer state, int first, int last, long time, double value, String function) {
    if (!isPoint(state, last, time, value) && !isPoint(state, first, time, value)) {
      throw new IllegalArgumentException(
          function
              + ": expected one series in the order of time, found the value "
              + value
              + " at "
              + Instant.ofEpochMilli(time)
              + " after rows of "
              + range(state, first, last)
              + "; give each series and partition a state of its own, such as by GROUP BY");
    }
  }

  private static boolean isPoint(ByteBuffer state, int point, long time, double value) {
    return state.getLong(point) == time && state.getDouble(point + VALUE) == value;
  }

  /** Whether the points of a part are behind those of a sum, where their ranges do not overlap. */
  public static boolean isBehind(ByteBuffer part, ByteBuffer sum, int first, int last) {
    return part.getLong(first) > sum.getLong(first)
        || (part.getLong(first) == sum.getLong(first) && part.getLong(last) >= sum.getLong(last));
  }

  /** Whether a point ends one state and begins another one. */
  public static boolean isShared(ByteBuffer early, ByteBuffer late, int first, int last) {
    return early.getLong(last) == late.getLong(first)
        && early.getDouble(last + VALUE) == late.getDouble(first + VALUE);
  }

  /**
   * Refuses states of which the earlier one does not end before the other begins.
   *
   * @param isShared whether both have the point between them
   * @param union the function that joins them, for the message
   */
  public static void requireDisjoint(
      ByteBuffer early, ByteBuffer late, int first, int last, boolean isShared, String union) {
    if (early.getLong(last) >= late.getLong(first) && !isShared) {
      throw new IllegalArgumentException(
          union
              + ": expected ranges of time that do not overlap, found "
              + range(early, first, last)
              + " and "
              + range(late, first, last)
              + "; merge states of one series in the order of time");
    }
  }

  /**
   * Refuses states whose points are not before, from and until behind a bucket. Any may be null.
   *
   * @param function that takes them, for the message
   */
  public static void requireBucket(
      ByteBuffer earlier,
      ByteBuffer own,
      ByteBuffer later,
      int first,
      int last,
      long start,
      long stop,
      String function) {
    boolean isOrdered =
        start < stop
            && (earlier == null || earlier.getLong(last) < start)
            && (own == null || own.getLong(first) >= start)
            && (own == null || own.getLong(last) < stop)
            && (later == null || later.getLong(first) >= stop);
    if (!isOrdered) {
      throw new IllegalArgumentException(
          function
              + ": expected values before, from and until behind a bucket from "
              + Instant.ofEpochMilli(start)
              + " to "
              + Instant.ofEpochMilli(stop)
              + ", found "
              + rangeOrNone(earlier, first, last)
              + "; "
              + rangeOrNone(own, first, last)
              + "; "
              + rangeOrNone(later, first, last));
    }
  }
}
