/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketTally.Count;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.Partitions;
import org.cassandrastats.cli.buckets.SpanSplitter;
import org.cassandrastats.cli.buckets.StatementSender;

/**
 * Writes the states of the buckets that have rows: all columns of one by one statement, which
 * replaces whatever was there, so that a bucket is right however often it is written.
 */
final class Writing implements Partitions.Work {
  private final SpanSplitter.TimeFinder times;
  private final Buckets buckets;
  private final BucketReader reader;
  private final StatementSender calls;
  private final PreparedStatement insert;
  private final BucketTally tally;

  Writing(
      SpanSplitter.TimeFinder times,
      Buckets buckets,
      BucketReader reader,
      StatementSender calls,
      Target target,
      BucketTally tally) {
    this.times = times;
    this.buckets = buckets;
    this.reader = reader;
    this.calls = calls;
    this.insert = calls.prepare(target.insertStatement());
    this.tally = tally;
  }

  @Override
  public void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped) {
    Long start = span.from() == null ? firstStart(key, null, span.until()) : span.from();
    boolean tooMuch = false;
    while (start != null && start < span.until() && !stopped.getAsBoolean()) {
      long end = buckets.end(start);
      BucketReader.States states = null;
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
        write(key, start, states);
        tally.bucket(states.rows());
        if (tooMuch) {
          tally.add(Count.CUT, 1);
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

  private void write(List<ByteBuffer> key, long start, BucketReader.States states) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(start), ProtocolVersion.DEFAULT));
    values.add(TypeCodecs.BIGINT.encode(states.rows(), ProtocolVersion.DEFAULT));
    // A null replaces a state that was there.
    values.addAll(states.states());
    calls.rows(calls.bind(insert, values));
  }
}
