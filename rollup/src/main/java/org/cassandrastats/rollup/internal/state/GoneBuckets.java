/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.Turn;

/**
 * Removes buckets whose rows were deleted. Where rows expire by the time to live of their table, a
 * bucket without rows stays: it was made to outlive them.
 */
final class GoneBuckets implements SpanSplitter.BucketWalk.EachBucket {
  private final StatementSender calls;
  private final RollupTarget target;
  private final SpanSplitter.TimeFinder rows;
  private final Turn turn;
  private final Duration rowsLive;
  private final BucketCounts tally;
  private final PreparedStatement select;
  private final PreparedStatement delete;

  /**
   * Buckets of a rollup.
   *
   * @param rows finds those of the source
   * @param turn of the run, which was taken before rows are looked for; null to count only
   * @param rowsLive how long rows live; null for no limit
   */
  GoneBuckets(
      StatementSender calls,
      RollupTarget target,
      SpanSplitter.TimeFinder rows,
      Turn turn,
      Duration rowsLive,
      BucketCounts tally) {
    this.calls = calls;
    this.target = target;
    this.rows = rows;
    this.turn = turn;
    this.rowsLive = rowsLive;
    this.tally = tally;
    this.select = calls.prepare(target.selectStatement());
    this.delete = turn == null ? null : calls.prepare(target.deleteStatement());
  }

  @Override
  public void go(List<ByteBuffer> key, long start, long end) {
    boolean mayHaveExpired =
        rowsLive != null && Instant.ofEpochMilli(start).plus(rowsLive).isBefore(Instant.now());
    if (mayHaveExpired || rows.first(target.keyOfRows(key, start), start, end) != null) {
      return;
    }
    List<ByteBuffer> bucket = new ArrayList<>(key);
    bucket.add(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(start), ProtocolVersion.DEFAULT));
    if (turn == null) {
      tally.add(Count.GONE, 1);
      return;
    }
    List<Row> there = calls.rows(calls.bind(select, bucket));
    if (there.isEmpty()) {
      return;
    }
    // The last of the selected columns.
    long written = there.get(0).getLong(target.states().size() + 1);
    if (turn.isBefore(written)) {
      tally.add(turn.isOfRun(written) ? Count.LATER : Count.AHEAD, 1);
      return;
    }
    List<ByteBuffer> values = new ArrayList<>();
    values.add(TypeCodecs.BIGINT.encode(turn.written(), ProtocolVersion.DEFAULT));
    values.addAll(bucket);
    calls.rows(calls.bind(delete, values));
    tally.add(Count.GONE, 1);
  }
}
