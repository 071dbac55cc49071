/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.run.PreviousBuckets;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.time.Buckets;

/**
 * Reads what comes before a question: states of its rollup, whose rows may be gone, and rows that
 * these do not stand for.
 *
 * @param plan of the question
 */
public record StatesBefore(CqlSession session, StatsOptions options, RollupPlan plan)
    implements PreviousBuckets.Reader {
  @Override
  public OptionalLong last(int partition) throws InterruptedException {
    SplitQuery asked = plan.question().rows();
    OptionalLong row = PreviousBuckets.lastRow(asked, new Requests(session, options), partition);
    Long state = lastState(asked, partition);
    if (state == null) {
      return row;
    }
    long time = asked.grouping().computed().orElseThrow().time(plan.time().bytes(state));
    return OptionalLong.of(Math.max(time, row.orElse(time)));
  }

  /** The beginning of the last state that is over at the lower limit; null if there is none. */
  private Long lastState(SplitQuery asked, int partition) {
    Buckets buckets = plan.rollup().definition().buckets();
    SpanSplitter.TimeFinder times =
        new SpanSplitter.RowTimes(
            StatementSender.of(session, options),
            BucketSource.ofBuckets(plan.rollup().table(), plan.rollup().bucketColumn(), buckets));
    long until = buckets.start(plan.time().millis(asked.lower().value()));
    for (List<ByteBuffer> key : keys(asked.partitions().orElseThrow().key(partition), until)) {
      List<ByteBuffer> series = new ArrayList<>(key);
      asked.fixed().stream().map(Condition::value).forEach(series::add);
      Long last = times.last(series, until);
      if (last != null) {
        return last;
      }
    }
    return null;
  }

  /** The partitions of states of a partition of rows, the latest first. */
  private List<List<ByteBuffer>> keys(List<ByteBuffer> rows, long until) {
    if (plan.parts().way().isEmpty()) {
      return List.of(rows);
    }
    Repartitioning way = plan.parts().way().get();
    Buckets.Span span = way.span(rows);
    List<List<ByteBuffer>> keys = new ArrayList<>();
    for (ByteBuffer value :
        way.values(rows, new Buckets.Span(span.from(), Math.min(until, span.until())))) {
      List<ByteBuffer> key = new ArrayList<>(rows);
      key.set(way.column(), value);
      keys.add(key);
    }
    Collections.reverse(keys);
    return keys;
  }

  @Override
  public void read(SplitQuery rows, Consumer<List<ByteBuffer>> groups) {
    RollupPlan before = plan.within(StatementSender.of(session, options), rows);
    var unused =
        new RollupAnswer(
                session,
                options,
                before,
                group -> {
                  groups.accept(group);
                  return true;
                },
                () -> {})
            .run(progress -> {});
  }
}
