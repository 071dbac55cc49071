/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.uda.state_time.Timeline.Row;
import org.cassandrastats.udf.state_time.StateTime;
import org.cassandrastats.udf.state_time.StateTimeSpans;
import org.cassandrastats.udf.state_time.StateTimeState;

/** The contract for the state of state_time(ts, value). */
abstract class StateTimeContract extends StateContract<Row> {
  /** A state of some rows. */
  private static final String SOME = "3";

  /** The end of a span that all rows are in. */
  private static final long STOP = 1L << 40;

  /** Later than all rows before. */
  private long clock;

  @Override
  protected boolean isOrdered() {
    return true;
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return StateTimeAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return StateTime.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return StateTime.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("state_time_count", StateTime::count);
    accessors.put("state_time_transitions", StateTime::transitions);
    accessors.put("state_time_first_time", StateTime::firstTime);
    accessors.put("state_time_last_time", StateTime::lastTime);
    accessors.put("state_time_first_state", StateTime::firstState);
    accessors.put("state_time_last_state", StateTime::lastState);
    accessors.put("state_time_text", StateTime::text);
    accessors.put("state_time_durations", StateTimeSpans::durations);
    accessors.put("state_time_timeline", StateTimeSpans::timeline);
    accessors.put("state_time_seconds", state -> StateTimeSpans.secondsIn(state, SOME));
    accessors.put("state_time_share", state -> StateTimeSpans.share(state, SOME));
    accessors.put(
        "state_time_interpolated_seconds",
        state -> StateTimeSpans.interpolatedSeconds(state, SOME, -1L, STOP, Blobs.none()));
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Row> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    accessors().keySet().forEach(name -> expected.put(name, null));
    Timeline all = new Timeline(rows.stream().filter(row -> !row.state().isEmpty()).toList());
    if (all.size() == 0) {
      return expected;
    }
    Row first = all.first();
    Row last = all.last();
    double seconds = all.millis(SOME, first.time(), last.time()) / 1e3;
    expected.put("state_time_count", (long) all.size());
    expected.put("state_time_transitions", all.transitions());
    expected.put("state_time_first_time", Date.from(Instant.ofEpochMilli(first.time())));
    expected.put("state_time_last_time", Date.from(Instant.ofEpochMilli(last.time())));
    expected.put("state_time_first_state", first.name());
    expected.put("state_time_last_state", last.name());
    expected.put("state_time_durations", all.durations());
    expected.put("state_time_timeline", all.runs());
    expected.put("state_time_seconds", seconds);
    expected.put("state_time_interpolated_seconds", all.millis(SOME, Long.MIN_VALUE, STOP) / 1e3);
    expected.put(
        "state_time_text",
        "state_time count=%d first=%d last=%d transitions=%d states=%d now=%s"
            .formatted(
                all.size(),
                first.time(),
                last.time(),
                all.transitions(),
                all.durations().size(),
                last.name()));
    if (all.size() > 1) {
      expected.put("state_time_share", seconds / ((last.time() - first.time()) / 1e3));
    }
    return expected;
  }

  /** Seconds of others are summed in another order. */
  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (accessor.equals("state_time_durations") && expected instanceof Map<?, ?> durations) {
      assertThat(new ArrayList<Object>(((Map<?, ?>) actual).keySet()))
          .as(accessor)
          .isEqualTo(new ArrayList<Object>(durations.keySet()));
      durations.forEach(
          (name, seconds) ->
              assertThat((Double) ((Map<?, ?>) actual).get(name))
                  .as("%s", name)
                  .isCloseTo((Double) seconds, within(1e-9)));
    } else {
      super.assertAnswer(accessor, actual, expected);
    }
  }

  @Override
  protected List<Row> rows(double[] values) {
    List<Row> rows = new ArrayList<>();
    for (double value : values) {
      rows.add(new Row(clock, Long.toString((long) value)));
      clock += 500 + 1000 * (rows.size() % 3);
    }
    return rows;
  }

  @Override
  protected int maximumSize() {
    return StateTimeState.MAXIMUM_SIZE;
  }

  /** The first of so many rows is long before 1970, and its state lasted until then. */
  @Override
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer view = ByteBuffer.wrap(state);
    long more = view.getLong(StateTimeState.FIRST) - Long.MIN_VALUE;
    view.putLong(StateTimeState.SLOTS, view.getLong(StateTimeState.SLOTS) + more);
    view.putLong(StateTimeState.FIRST, Long.MIN_VALUE);
    if (StateTimeState.runs(view) == view.getLong(StateTimeState.TRANSITIONS) + 1) {
      view.putLong(StateTimeState.slotsEnd(view), Long.MIN_VALUE);
    }
    return super.withLargestCount(state);
  }
}
