/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The one row that a whole primary key names. */
final class SingleRowKeySpace implements KeySpace {
  private final SplitQuery splitQuery;

  SingleRowKeySpace(SplitQuery splitQuery) {
    this.splitQuery = splitQuery;
  }

  @Override
  public ProbedRange probe(double from, double until, int limit) {
    return new ProbedRange(
        new ProbeResult(from, from, until, 1, true),
        splitQuery.insidePartition(),
        Set.of(),
        List.of());
  }

  @Override
  public Optional<Duration> timeSpan() {
    return Optional.empty();
  }
}
