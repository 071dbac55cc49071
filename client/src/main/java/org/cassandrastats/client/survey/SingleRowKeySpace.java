/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.split.SplitQuery;

/** The one row that a whole primary key names. */
public final class SingleRowKeySpace implements KeySpace {
  private final SplitQuery splitQuery;

  public SingleRowKeySpace(SplitQuery splitQuery) {
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
