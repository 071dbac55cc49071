/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.cassandrastats.cli.buckets.BucketSpan;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketWork;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TimeFinder;

/** Writes the states of the buckets that have rows. */
final class Writing implements BucketWork {
  private final TimeFinder times;
  private final Buckets buckets;
  private final BucketReader reader;
  private final BucketWriter writer;
  private final BucketTally tally;

  Writing(
      TimeFinder times,
      Buckets buckets,
      BucketReader reader,
      BucketWriter writer,
      BucketTally tally) {
    this.times = times;
    this.buckets = buckets;
    this.reader = reader;
    this.writer = writer;
    this.tally = tally;
  }

  @Override
  public void go(List<ByteBuffer> key, BucketSpan span, BooleanSupplier stopped) {
    Long start = span.from() == null ? firstStart(key, null, span.until()) : span.from();
    boolean tooMuch = false;
    while (start != null && start < span.until() && !stopped.getAsBoolean()) {
      long end = buckets.end(start);
      BucketStates states = null;
      if (!tooMuch) {
        try {
          states = reader.atOnce(key, start, end);
        } catch (DriverException failed) {
          if (!StatementSender.isPassing(failed)) {
            throw failed;
          }
          // Buckets of one partition are alike: the next ones would fail, too, after as long a
          // time.
          tooMuch = true;
        }
      }
      if (states == null) {
        states = reader.inParts(key, start, end);
      }
      if (states.rows() > 0) {
        writer.write(key, start, states);
        tally.bucket(states.rows());
        if (tooMuch) {
          tally.cut();
        }
      }
      // Only where a bucket is empty is it worth looking where rows go on.
      start = states.rows() > 0 ? (Long) end : firstStart(key, end, span.until());
    }
  }

  private Long firstStart(List<ByteBuffer> key, Long from, long until) {
    if (from != null && from >= until) {
      return null;
    }
    Long found = times.first(key, from, until);
    return found == null ? null : (Long) buckets.start(found);
  }
}
