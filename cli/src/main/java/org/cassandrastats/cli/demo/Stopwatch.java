/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Runs aggregates over the demo's partition and takes the time, each run between two of the
 * built-in {@code avg(value)}, so that both meet the same conditions.
 *
 * @param perQuestion no further run is begun after this time; the first one always is
 */
record Stopwatch(CqlSession session, String partition, Duration perQuestion) {
  static final String BUILT_IN = "avg(value)";

  private static final int MOST_RUNS = 5;

  /** Runs the built-in average a few times, so that its speed does not change any more. */
  void warmUp() {
    for (int i = 0; i < MOST_RUNS; i++) {
      run(BUILT_IN);
    }
  }

  Timing time(String selector) {
    List<Double> times = new ArrayList<>();
    List<Double> builtInTimes = new ArrayList<>();
    long started = System.nanoTime();
    builtInTimes.add(secondsOfBuiltIn());
    Row answer;
    do {
      long begin = System.nanoTime();
      answer = run(selector);
      times.add((System.nanoTime() - begin) / 1e9);
      builtInTimes.add(secondsOfBuiltIn());
    } while (times.size() < MOST_RUNS && System.nanoTime() - started < perQuestion.toNanos());
    return new Timing(answer, median(times), median(builtInTimes), times.size());
  }

  /**
   * What a question took.
   *
   * @param answer its row
   * @param seconds median of its runs
   * @param builtInSeconds median of the runs of avg(value) between them
   * @param runs how many there were
   */
  record Timing(Row answer, double seconds, double builtInSeconds, int runs) {
    double ratio() {
      return seconds / builtInSeconds;
    }
  }

  private Row run(String selector) {
    return DemoTable.ask(session, partition, selector);
  }

  private double secondsOfBuiltIn() {
    long begin = System.nanoTime();
    run(BUILT_IN);
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double median(List<Double> values) {
    return StatUtils.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
  }
}
