/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunReport;

/**
 * Says after each run what was written of each bucket, in all partitions: a line for each, unless
 * there are many.
 */
final class BucketLines implements RunListener {
  /** More buckets are those of a first run, or of one that comes after a long time. */
  private static final int MOST = 1000;

  private final Consumer<Lane> began;
  private final Consumer<String> out;
  private final Map<Instant, Written> written = new TreeMap<>();
  private boolean tooMany;

  /**
   * Nothing is written yet.
   *
   * @param began is told the lane
   * @param out takes lines
   */
  BucketLines(Consumer<Lane> began, Consumer<String> out) {
    this.began = began;
    this.out = out;
  }

  @Override
  public void began(Lane lane) {
    began.accept(lane);
  }

  @Override
  public synchronized void written(Instant start, long rows, boolean isChanged) {
    if (tooMany || (written.size() == MOST && !written.containsKey(start))) {
      tooMany = true;
      written.clear();
      return;
    }
    written.merge(start, new Written(1, rows, isChanged ? 1 : 0), Written::plus);
  }

  @Override
  public synchronized void ended(RunReport report) {
    List<String> lines = report.lines();
    if (tooMany) {
      lines.forEach(out);
    } else {
      written.forEach((start, sum) -> out.accept(start + " " + sum));
      // Between how much was written and how far it is complete: what somebody has to know.
      lines.subList(1, lines.size() - 1).forEach(out);
    }
    report.left().ifPresent(out);
    written.clear();
    tooMany = false;
  }

  @Override
  public void stopped() {
    out.accept("Stopped.");
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
