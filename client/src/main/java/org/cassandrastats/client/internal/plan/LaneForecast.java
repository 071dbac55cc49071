/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What one query would take in a lane.
 *
 * @param lane its name, such as {@code native}
 * @param available whether the cluster answers in it now, or what that takes
 * @param perRow seconds for each row
 * @param time of the query
 * @param fit how that is to the deadline
 * @param measured whether the sample was answered in this lane; if not, the time is that of the
 *     built-in aggregate of the sample times ratios that were measured elsewhere
 */
public record LaneForecast(
    String lane, Availability available, Bounds perRow, Bounds time, Fit fit, boolean measured) {
  /** What it takes that a lane answers. */
  public enum Availability {
    /** Nothing. */
    NOW("answers now"),
    /** The user-defined functions of the same names have to go. */
    AFTER_UNINSTALL("after uninstall: every node has the server jar"),
    /** The server jar is missing. */
    NEEDS_JAR("needs the server jar on every node"),
    /** A setting that lets functions stall a node. */
    NEEDS_INSECURE_UDFS("needs allow_insecure_udfs: true");

    private final String label;

    Availability(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** The lane of native functions. */
  static final String NATIVE = "native";

  static final String THREADS_ON = "udf-threads-on";
  static final String THREADS_OFF = "udf-threads-off";

  /**
   * What a user-defined aggregate adds to the time of the built-in {@code avg()} as Cassandra
   * reads, by docs/measurements/lanes.md: 0.16 to 0.25 of it for one, 1.01 for five.
   */
  private static final double THREADS_OFF_ADDS = 0.2;

  /** Ratios that were measured elsewhere are so much lower or higher here. */
  private static final Bounds ELSEWHERE = new Bounds(0.85, 1, 1.3);

  /**
   * The lanes to choose from.
   *
   * @param lane that answers now
   * @param everyNodeHasJar whether native functions are everywhere
   * @param reading how the built-in aggregate of the sample was read
   * @param aggregates of the pack in the statement; 0 if it has built-in ones only
   * @param sample in the lane that answers
   * @param rows of a request
   * @param deadline that it must not exceed, in seconds
   */
  static List<LaneForecast> of(
      String lane,
      boolean everyNodeHasJar,
      Reading reading,
      int aggregates,
      Sample sample,
      Bounds rows,
      double deadline) {
    List<LaneForecast> lanes = new ArrayList<>();
    sample
        .oneQuery()
        .ifPresent(
            cost ->
                lanes.add(
                    forecast(
                        aggregates == 0 ? "built in" : lane,
                        Availability.NOW,
                        cost,
                        rows,
                        deadline,
                        true)));
    if (aggregates == 0 || lane.equals(NATIVE)) {
      return lanes;
    }
    if (lane.equals(THREADS_ON)) {
      lanes.add(
          forecast(
              THREADS_OFF,
              Availability.NEEDS_INSECURE_UDFS,
              elsewhere(sample, (1 + THREADS_OFF_ADDS * aggregates) / reading.ofAverage()),
              rows,
              deadline,
              false));
    }
    lanes.add(
        forecast(
            NATIVE,
            everyNodeHasJar ? Availability.AFTER_UNINSTALL : Availability.NEEDS_JAR,
            elsewhere(
                sample,
                (everyNodeHasJar ? reading : Reading.DIRECT).of(aggregates) / reading.ofAverage()),
            rows,
            deadline,
            false));
    return lanes;
  }

  private static Sample.Cost elsewhere(Sample sample, double ratio) {
    Sample.Cost floor = sample.floor();
    return new Sample.Cost(floor.fixed(), floor.perRow().times(ratio).times(ELSEWHERE));
  }

  private static LaneForecast forecast(
      String lane,
      Availability available,
      Sample.Cost cost,
      Bounds rows,
      double deadline,
      boolean measured) {
    Bounds time = cost.seconds(rows);
    return new LaneForecast(lane, available, cost.perRow(), time, Fit.of(time, deadline), measured);
  }

  /** How a time is to a deadline. */
  public enum Fit {
    /** It stays under half of it, and even its upper limit under all of it. */
    WITHIN("within it"),
    /** It may be over. */
    MAY_EXCEED("may exceed it"),
    /** It is over. */
    EXCEEDS("exceeds it");

    /**
     * A query that takes less than this part of its deadline is expected not to exceed it on a busy
     * day.
     */
    static final double SAFE_PART = 0.5;

    private final String label;

    Fit(String label) {
      this.label = label;
    }

    public static Fit of(Bounds time, double deadline) {
      if (time.likely() > deadline) {
        return EXCEEDS;
      }
      return time.likely() <= SAFE_PART * deadline && time.high() <= deadline ? WITHIN : MAY_EXCEED;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
