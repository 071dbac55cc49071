/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.heartbeat;

import java.nio.ByteBuffer;
import java.util.Date;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.TimePoints;

/**
 * What can be asked of a heartbeat state: how long something was alive, and where it was not, at
 * most {@value HeartbeatState#MAXIMUM_SIZE} bytes about any number of beats. A beat counts for an
 * interval from its time on; where none counts is a gap. All gaps are counted, and the 64 longest
 * ones are kept.
 *
 * <p>Every accessor gives null for a null or empty state.
 */
@Experimental
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class Heartbeat {
  static final String KNOWN =
      "heartbeat_accumulate(heartbeat_accumulate((blob) 0x, 0, 10000), 30000, 10000)";

  private Heartbeat() {}

  /**
   * Number of beats. Beats at one time count once.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_count",
      calledOnNullInput = true,
      examples = "heartbeat_count(" + KNOWN + ") = 2")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    return view.getLong(HeartbeatState.COUNT);
  }

  /**
   * The seconds for which a beat counts; {@code heartbeat} takes them as milliseconds.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_interval",
      calledOnNullInput = true,
      examples = "heartbeat_interval(" + KNOWN + ") = 10.0")
  public static Double interval(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    long millis = HeartbeatState.interval(view);
    return TimePoints.seconds(millis);
  }

  /**
   * Time of the first beat.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_first_time",
      calledOnNullInput = true,
      examples = "CAST(heartbeat_first_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date firstTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    return new Date(view.getLong(HeartbeatState.FIRST));
  }

  /**
   * Time of the last beat.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_last_time",
      calledOnNullInput = true,
      examples = "CAST(heartbeat_last_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date lastTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    return new Date(view.getLong(HeartbeatState.LAST));
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code heartbeat}
   * and {@code heartbeat_merge}.
   *
   * @param state a heartbeat state; null gives null, the empty blob itself
   * @return the state with its checksum, at most 1080 bytes
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_state",
      calledOnNullInput = true,
      examples = "heartbeat_count(heartbeat_state(" + KNOWN + ")) = 2")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = HeartbeatState.readable(state);
    return Checksum.finalState(view, HeartbeatState.end(view));
  }

  /**
   * Whether a blob is a heartbeat state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(value = "heartbeat_is_valid", examples = "heartbeat_is_valid(" + KNOWN + ") = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      HeartbeatCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: interval in milliseconds, number of beats, first and
   * last time in milliseconds since 1970, number of gaps, and downtime in seconds.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_text",
      calledOnNullInput = true,
      examples =
          "heartbeat_text("
              + KNOWN
              + ") = 'heartbeat interval=10000 count=2 first=0 last=30000 gaps=1 downtime=20.0'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    long down = view.getLong(HeartbeatState.DOWN);
    double seconds = TimePoints.seconds(down);
    return "heartbeat interval="
        + HeartbeatState.interval(view)
        + " count="
        + view.getLong(HeartbeatState.COUNT)
        + " first="
        + view.getLong(HeartbeatState.FIRST)
        + " last="
        + view.getLong(HeartbeatState.LAST)
        + " gaps="
        + view.getLong(HeartbeatState.GAPS)
        + " downtime="
        + seconds;
  }
}
