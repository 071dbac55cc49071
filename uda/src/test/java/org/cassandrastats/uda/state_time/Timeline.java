/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.state_time.StateTime;

/**
 * Rows in the order of time, with how long each state lasted by the definition.
 *
 * @param rows each later than the one before
 */
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
record Timeline(List<Row> rows) {
  static final String OTHER = "(other)";

  private static final int MOST = 64;
  private static final int LONGEST = 47;
  private static final int MOST_RUNS = 32;

  record Row(long time, String state) {
    ByteBuffer bytes() {
      return ByteBuffer.wrap(state.getBytes(StandardCharsets.UTF_8));
    }

    /** The state as it is told. */
    String name() {
      return bytes().remaining() > LONGEST ? OTHER : state;
    }
  }

  static ByteBuffer add(ByteBuffer state, Row row) {
    return StateTimeAggregates.accumulate(state, row.time, row.bytes());
  }

  static Timeline of(Object... timesAndStates) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < timesAndStates.length; i += 2) {
      rows.add(new Row(((Number) timesAndStates[i]).longValue(), (String) timesAndStates[i + 1]));
    }
    return new Timeline(rows);
  }

  /** States that last for times that are not even; some are too long. */
  static Timeline random(Random random, int size, int states) {
    List<Row> rows = new ArrayList<>();
    long time = random.nextInt(200_000) - 100_000L;
    for (int row = 0; row < size; row++) {
      int state = random.nextInt(states);
      rows.add(new Row(time, state % 29 == 28 ? "long ".repeat(10) + state : "\u00fc" + state));
      time += 1 + random.nextInt(10_000);
    }
    return new Timeline(rows);
  }

  Timeline part(int from, int to) {
    return new Timeline(rows.subList(from, to));
  }

  /** The rows in a span of time; its end is not in it. */
  Timeline between(long start, long stop) {
    return new Timeline(rows.stream().filter(row -> row.time >= start && row.time < stop).toList());
  }

  int size() {
    return rows.size();
  }

  Row first() {
    return rows.get(0);
  }

  Row last() {
    return rows.get(size() - 1);
  }

  /** The final state of the rows in this order. */
  ByteBuffer state() {
    ByteBuffer state = Blobs.none();
    for (Row row : rows) {
      state = add(state, row);
    }
    return Blobs.stored(StateTime.state(state));
  }

  long transitions() {
    long transitions = 0;
    for (int row = 1; row < size(); row++) {
      transitions += rows.get(row).name().equals(rows.get(row - 1).name()) ? 0 : 1;
    }
    return transitions;
  }

  /** The milliseconds of a state over a span of time; behind the last row its state lasts. */
  long millis(String name, long start, long stop) {
    long millis = 0;
    for (int row = 0; row < size(); row++) {
      long from = Math.max(start, rows.get(row).time);
      long to = row + 1 == size() ? stop : Math.min(stop, rows.get(row + 1).time);
      millis += rows.get(row).name().equals(name) ? Math.max(0, to - from) : 0;
    }
    return millis;
  }

  /** When the last runs of rows with one state began, and the state as it is told. */
  Map<Date, String> runs() {
    List<Row> begins = new ArrayList<>();
    for (int row = 0; row < size(); row++) {
      if (row == 0 || !rows.get(row).name().equals(rows.get(row - 1).name())) {
        begins.add(rows.get(row));
      }
    }
    Set<String> told = durations().keySet();
    Map<Date, String> runs = new LinkedHashMap<>();
    for (Row row : begins.subList(Math.max(0, begins.size() - MOST_RUNS), begins.size())) {
      Date time = Date.from(Instant.ofEpochMilli(row.time));
      runs.put(time, told.contains(row.name()) ? row.name() : OTHER);
    }
    return runs;
  }

  /** The seconds of each state that is told apart, and of all others. */
  Map<String, Double> durations() {
    TreeMap<String, Double> all =
        new TreeMap<>(
            (left, right) ->
                Arrays.compareUnsigned(
                    left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));
    rows.forEach(row -> all.put(row.name(), millis(row.name(), first().time, last().time) / 1e3));
    Double other = all.remove(OTHER);
    Map<String, Double> durations = new LinkedHashMap<>();
    for (Map.Entry<String, Double> state : all.entrySet()) {
      if (durations.size() < MOST) {
        durations.put(state.getKey(), state.getValue());
      } else {
        other = (other == null ? 0 : other) + state.getValue();
      }
    }
    if (other != null) {
      durations.put(OTHER, other);
    }
    return durations;
  }
}
