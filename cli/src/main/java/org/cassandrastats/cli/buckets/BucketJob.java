/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/** Works on the buckets of a table, slice by slice, or counts them. */
public final class BucketJob {
  private final Partitions partitions;
  private final SpanSplitter.TimeFinder times;
  private final Buckets buckets;
  private final BucketTally tally;
  private final int inFlight;

  /**
   * A job, to be used once.
   *
   * @param partitions in which there are buckets
   * @param times where there is something in them
   * @param tally counts what is done
   * @param inFlight how many buckets are worked on at the same time
   */
  public BucketJob(
      Partitions partitions,
      SpanSplitter.TimeFinder times,
      Buckets buckets,
      BucketTally tally,
      int inFlight) {
    this.partitions = partitions;
    this.times = times;
    this.buckets = buckets;
    this.tally = tally;
    this.inFlight = inFlight;
  }

  /**
   * Works on the buckets of each slice that are wanted, and remembers that they are done.
   *
   * @param wanted which are
   * @return until when all buckets are done then; empty if a slice has none
   */
  public OptionalLong run(BucketRun.Work work, Watermarks watermarks, Limits.Unfinished wanted) {
    execute(
        work,
        slice -> wanted.span(watermarks.of(slice)),
        slice -> {
          if (wanted.isNews(watermarks.of(slice))) {
            watermarks.reached(slice, wanted.until());
          }
        });
    return watermarks.ofAll();
  }

  /** Works on the same buckets of all slices. */
  public void run(BucketRun.Work work, Buckets.Span span) {
    execute(work, slice -> span, slice -> {});
  }

  /** Counts the buckets that {@link #run} would work on. */
  public void count(Optional<Watermarks> watermarks, Limits.Unfinished wanted) {
    execute(
        counting(),
        slice -> wanted.span(watermarks.map(marks -> marks.of(slice)).orElse(null)),
        slice -> {});
  }

  /** Counts the buckets that {@link #run} would work on. */
  public void count(Buckets.Span span) {
    run(counting(), span);
  }

  private BucketRun.Work counting() {
    return new BucketWalk(times, buckets, (key, start, end) -> tally.bucket(0));
  }

  private void execute(
      BucketRun.Work work, IntFunction<Buckets.Span> spans, BucketRun.SliceListener listener) {
    BucketRun.SliceListener counting =
        slice -> {
          listener.finished(slice);
          tally.slice();
        };
    new BucketRun(partitions, new SpanSplitter(times, buckets, inFlight), work, counting, inFlight)
        .execute(spans);
  }
}
