/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * Asks servers for the states of buckets. A bucket is one request; where that fails, its rows are
 * cut into smaller requests, whose states are merged here.
 */
final class ServerStates implements BucketStates {
  private final StatementSender calls;
  private final BucketSource source;
  private final String select;
  private final SplitStates parts;
  private final PreparedStatement prepared;

  /**
   * States of a table.
   *
   * @param options of requests that are cut
   */
  ServerStates(
      StatementSender calls, BucketSource source, List<StateColumn> columns, StatsOptions options) {
    this.calls = calls;
    this.source = source;
    this.select = BucketStates.select(source, columns);
    this.parts = new SplitStates(calls, source, columns, options);
    this.prepared = calls.prepare(statement());
  }

  @Override
  public void dryRun() {
    source.dryRun(calls, select);
  }

  @Override
  public String statement() {
    return select + BucketStates.whereBucket(source);
  }

  @Override
  public States atOnce(List<ByteBuffer> key, long start, long end) {
    Row row = calls.once(calls.bind(prepared, BucketStates.values(source, key, start, end))).get(0);
    List<ByteBuffer> states = new ArrayList<>();
    for (int i = 1; i < row.size(); i++) {
      states.add(row.getBytesUnsafe(i));
    }
    return new States(row.isNull(0) ? 0 : row.getLong(0), states);
  }

  @Override
  public States inParts(List<ByteBuffer> key, long start, long end) {
    return parts.of(key, start, end);
  }
}
