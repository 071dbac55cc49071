/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.client.text.Counted;
import org.cassandrastats.rollup.internal.state.Writing;

/** What was written of each bucket, in all partitions: a line for each, unless there are many. */
final class BucketLines implements Writing.Listener {
  /** More buckets are those of a first run, or of one that comes after a long time. */
  private static final int MOST = 1000;

  private final Map<Long, Written> written = new TreeMap<>();
  private boolean tooMany;

  @Override
  public synchronized void written(long start, long rows, boolean isChanged) {
    if (tooMany || (written.size() == MOST && !written.containsKey(start))) {
      tooMany = true;
      written.clear();
      return;
    }
    written.merge(start, new Written(1, rows, isChanged ? 1 : 0), Written::plus);
  }

  /** Whether there are too many to be listed. */
  synchronized boolean areTooMany() {
    return tooMany;
  }

  /** A line for each bucket. */
  synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    written.forEach((start, sum) -> lines.add(Instant.ofEpochMilli(start) + " " + sum));
    return lines;
  }

  /**
   * What was written of a bucket.
   *
   * @param partitions that have it
   * @param rows of these
   * @param changed how many of the partitions had it already, with other rows
   */
  private record Written(long partitions, long rows, long changed) {
    Written plus(Written other) {
      return new Written(partitions + other.partitions, rows + other.rows, changed + other.changed);
    }

    @Override
    public String toString() {
      String again = changed == 0 ? "" : String.format(Locale.ROOT, ", %,d again", changed);
      return Counted.of(rows, "row") + " of " + Counted.of(partitions, "partition") + again;
    }
  }
}
