/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/** Works on the buckets of a table, slice by slice, or counts them. */
public final class BucketJob {
  private final Partitions partitions;
  private final TimeFinder times;
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
      Partitions partitions, TimeFinder times, Buckets buckets, BucketTally tally, int inFlight) {
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
  public OptionalLong run(BucketWork work, Watermarks watermarks, Unfinished wanted) {
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
  public void run(BucketWork work, BucketSpan span) {
    execute(work, slice -> span, slice -> {});
  }

  /** Counts the buckets that {@link #run} would work on. */
  public void count(Optional<Watermarks> watermarks, Unfinished wanted) {
    execute(
        counting(),
        slice -> wanted.span(watermarks.map(marks -> marks.of(slice)).orElse(null)),
        slice -> {});
  }

  /** Counts the buckets that {@link #run} would work on. */
  public void count(BucketSpan span) {
    run(counting(), span);
  }

  /** Until when all buckets are done, in a sentence. */
  public static String completeText(OptionalLong until) {
    return until.stream()
        .mapToObj(millis -> "Complete until " + Instant.ofEpochMilli(millis) + ".")
        .findFirst()
        .orElse("Nothing is complete yet.");
  }

  private BucketWork counting() {
    return new BucketWalk(times, buckets, (key, start, end) -> tally.bucket(0));
  }

  private void execute(
      BucketWork work, IntFunction<BucketSpan> spans, BucketRun.SliceListener listener) {
    BucketRun.SliceListener counting =
        slice -> {
          listener.finished(slice);
          tally.slice();
        };
    new BucketRun(partitions, new SpanSplitter(times, buckets, inFlight), work, counting, inFlight)
        .execute(spans);
  }
}
