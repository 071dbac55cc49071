/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

/**
 * What a split query would take.
 *
 * @param targetTime seconds of a request: {@code --target-time}
 * @param inFlight requests at the same time for each node: {@code --in-flight}
 * @param gain how many times as fast that is as one request after the other
 * @param requests how many there would be
 * @param time of all, in seconds
 */
public record SplitForecast(
    double targetTime, int inFlight, double gain, Bounds requests, Bounds time) {
  /**
   * What {@code cassandra-stats query} aims at, so that few requests take longer than the target.
   */
  private static final double AIM = 0.7;

  /** Requests have to end well before a deadline. */
  private static final double PART_OF_DEADLINE = 0.25;

  private static final double LONGEST_TARGET = 1;
  private static final double SHORTEST_TARGET = 0.02;

  /** Each request is preceded by one that looks for its first key. */
  private static final double REQUESTS_PER_PART = 2;

  /** Looking for both ends and for the speed takes some requests more. */
  private static final double FIRST_REQUESTS = 12;

  /**
   * A forecast.
   *
   * @param rows of the query
   * @param sample of its requests
   * @param deadline of a request, in seconds
   */
  static SplitForecast of(Bounds rows, Sample sample, double deadline) {
    double target =
        Math.max(SHORTEST_TARGET, Math.min(LONGEST_TARGET, PART_OF_DEADLINE * deadline));
    double rounded = Math.rint(target * 100) / 100;
    int inFlight = sample.inFlight();
    double gain = sample.gains().getOrDefault(inFlight, 1.0);
    Sample.Cost cost = sample.split();
    Bounds requests =
        new Bounds(
            requests(rows.low(), cost.fixed(), cost.perRow().low(), rounded),
            requests(rows.likely(), cost.fixed(), cost.perRow().likely(), rounded),
            requests(rows.high(), cost.fixed(), cost.perRow().high(), rounded));
    Bounds overhead = requests.times(REQUESTS_PER_PART).plus(Bounds.of(FIRST_REQUESTS));
    Bounds time = cost.perRow().times(rows).plus(overhead.times(cost.fixed())).times(1 / gain);
    return new SplitForecast(rounded, inFlight, gain, requests, time);
  }

  private static double requests(double rows, double fixed, double perRow, double target) {
    // Requests at the same time slow each other: the target is about what the client waits.
    double rowSeconds = Math.max(AIM * target - fixed, 0.1 * target);
    return Math.max(1, Math.ceil(rows * perRow / rowSeconds));
  }
}
