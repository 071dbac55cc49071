/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.split.SplitQuery;

/** The keys of a partition or the tokens of a table, with places from 0 to 1. */
public interface KeySpace {
  /**
   * Looks at the first rows (of a table: partitions) after a place.
   *
   * @param from where to begin, from 0 to 1
   * @param until where to end, above that, up to 1
   * @param limit how many keys or partitions to read, at most; 1 or more
   * @throws org.cassandrastats.client.StatsException if they cannot be read
   */
  ProbedRange probe(double from, double until, int limit) throws InterruptedException;

  /**
   * The time between the first key and the last; empty where keys are no times, or none is there.
   */
  default Optional<Duration> timeSpan() {
    return Optional.empty();
  }

  /** The one row that a whole primary key names. */
  final class SingleRow implements KeySpace {
    private final SplitQuery splitQuery;

    public SingleRow(SplitQuery splitQuery) {
      this.splitQuery = splitQuery;
    }

    @Override
    public ProbedRange probe(double from, double until, int limit) {
      return new ProbedRange(
          new ProbedRange.Result(from, from, until, 1, true),
          splitQuery.insidePartition(),
          Set.of(),
          List.of());
    }
  }
}
