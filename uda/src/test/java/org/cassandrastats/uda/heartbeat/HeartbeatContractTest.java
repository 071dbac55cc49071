/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.heartbeat.Heartbeat;
import org.cassandrastats.udf.heartbeat.HeartbeatSpans;
import org.cassandrastats.udf.heartbeat.HeartbeatState;

/** The contract for the state of heartbeat(ts, interval). */
class HeartbeatContractTest extends StateContract<Long> {
  private static final int INTERVAL = 1000;

  /** The end of a span that all beats are in. */
  private static final long STOP = 1L << 40;

  /** Later than all rows before. */
  private long clock;

  @Override
  protected boolean isOrdered() {
    return true;
  }

  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Long row) {
    return HeartbeatAggregates.accumulate(state, row, INTERVAL);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return HeartbeatAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Heartbeat.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Heartbeat.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("heartbeat_count", Heartbeat::count);
    accessors.put("heartbeat_interval", Heartbeat::interval);
    accessors.put("heartbeat_first_time", Heartbeat::firstTime);
    accessors.put("heartbeat_last_time", Heartbeat::lastTime);
    accessors.put("heartbeat_text", Heartbeat::text);
    accessors.put("heartbeat_uptime", HeartbeatSpans::uptime);
    accessors.put("heartbeat_downtime", HeartbeatSpans::downtime);
    accessors.put("heartbeat_gaps", HeartbeatSpans::gaps);
    accessors.put("heartbeat_longest_gap", HeartbeatSpans::longestGap);
    accessors.put("heartbeat_gap_list", HeartbeatSpans::gapList);
    accessors.put(
        "heartbeat_interpolated_uptime",
        state -> HeartbeatSpans.interpolatedUptime(state, -1L, STOP, Blobs.none()));
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Long> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    accessors().keySet().forEach(name -> expected.put(name, null));
    Beats all = new Beats(INTERVAL, rows);
    if (all.size() == 0) {
      return expected;
    }
    long down = all.downtime();
    expected.put("heartbeat_count", (long) all.size());
    expected.put("heartbeat_interval", INTERVAL / 1e3);
    expected.put("heartbeat_first_time", Date.from(Instant.ofEpochMilli(all.first())));
    expected.put("heartbeat_last_time", Date.from(Instant.ofEpochMilli(all.last())));
    expected.put("heartbeat_uptime", (all.last() - all.first() - down) / 1e3);
    expected.put("heartbeat_downtime", down / 1e3);
    expected.put("heartbeat_gaps", (long) all.gaps().size());
    expected.put("heartbeat_longest_gap", all.longestGap() / 1e3);
    expected.put("heartbeat_gap_list", all.gapList());
    expected.put("heartbeat_interpolated_uptime", all.uptime(-1, STOP) / 1e3);
    expected.put(
        "heartbeat_text",
        "heartbeat interval=%d count=%d first=%d last=%d gaps=%d downtime=%s"
            .formatted(
                INTERVAL, all.size(), all.first(), all.last(), all.gaps().size(), down / 1e3));
    return expected;
  }

  @Override
  protected List<Long> rows(double[] values) {
    List<Long> rows = new ArrayList<>();
    for (int row = 0; row < values.length; row++) {
      rows.add(clock);
      clock += 500 + 1000 * (row % 3);
    }
    return rows;
  }

  /** Times of rows are no numbers that could be skipped. */
  @Override
  protected List<Long> skippedRows() {
    return List.of();
  }

  @Override
  protected int maximumSize() {
    return HeartbeatState.MAXIMUM_SIZE;
  }

  /** The first of so many beats is long before 1970. */
  @Override
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer.wrap(state).putLong(HeartbeatState.FIRST, Long.MIN_VALUE);
    return super.withLargestCount(state);
  }
}
