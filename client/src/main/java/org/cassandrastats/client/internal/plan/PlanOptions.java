/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.time.Duration;
import java.util.Optional;
import org.cassandrastats.client.api.StatsOptions;

/**
 * How a plan is made.
 *
 * @param run how requests are sent: consistency level, page size, keyspace of the functions
 * @param sampleRows rows of each request of the sample
 * @param sampleTime how long to take samples, about
 * @param countRows whether all rows are counted, which takes as long as a split count does
 * @param demands what is wanted of the answer
 */
public record PlanOptions(
    StatsOptions run, int sampleRows, Duration sampleTime, boolean countRows, Demands demands) {
  /** 5,000 rows in a request, for 5 s or 6 rounds; rows are estimated; one answer in 10 minutes. */
  public static PlanOptions standard() {
    return new PlanOptions(
        StatsOptions.standard(),
        5000,
        Duration.ofSeconds(5),
        false,
        new Demands(Optional.empty(), Duration.ofMinutes(10)));
  }

  /**
   * What is wanted of the answer.
   *
   * @param repeatEvery how often the same question is asked; empty for once
   * @param longest how long an answer may take at most
   */
  public record Demands(Optional<Duration> repeatEvery, Duration longest) {}
}
