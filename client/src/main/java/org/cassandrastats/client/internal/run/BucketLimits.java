/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.util.OptionalLong;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Between which buckets of time the rows of a query are.
 *
 * @param splitQuery which groups by buckets whose beginning is known here
 */
record BucketLimits(SplitQuery splitQuery) {
  private BucketFunction function() {
    return splitQuery.grouping().computed().orElseThrow();
  }

  /** The bucket at which a limit of the query is; empty where it has none. */
  OptionalLong bucket(boolean lower) {
    OptionalLong time = time(bound(lower));
    return time.isEmpty() ? time : OptionalLong.of(function().start(time.getAsLong()));
  }

  /** Whether no time is within both limits, which it has. */
  boolean isEmptyRange() {
    return time(bound(true)).orElseThrow() > time(bound(false)).orElseThrow();
  }

  /** Whether the first clustering column that may have several values is the time of buckets. */
  boolean isSplitByBuckets() {
    return splitQuery
        .split()
        .map(column -> column.getName().asInternal().equals(function().column()))
        .orElse(false);
  }

  /** The limit of the time of buckets; null for none. */
  private Condition bound(boolean lower) {
    if (isSplitByBuckets()) {
      return lower ? splitQuery.lower() : splitQuery.upper();
    }
    // Behind columns with several values, it is a condition among others.
    String column = Identifier.quoteIfNeeded(function().column());
    return splitQuery.others().stream()
        .filter(other -> other.left().equals(column))
        .filter(other -> other.operator().startsWith(lower ? ">" : "<"))
        .findFirst()
        .orElse(null);
  }

  /** The first or last time within a limit; empty for none. */
  private OptionalLong time(Condition limit) {
    if (limit == null) {
      return OptionalLong.empty();
    }
    long time = function().time(limit.value());
    long first = limit.operator().equals(">") ? time + 1 : time;
    return OptionalLong.of(limit.operator().equals("<") ? time - 1 : first);
  }
}
