/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * States of buckets that are too much for one request: their rows are cut into smaller ones, whose
 * states are merged here.
 *
 * @param options of these requests, and the lane
 */
record SplitStates(
    StatementSender calls, BucketSource source, List<StateColumn> columns, StatsOptions options) {
  /**
   * The states of a bucket.
   *
   * @throws StatsException if its rows cannot be read
   */
  BucketStates.States of(List<ByteBuffer> key, long start, long end) {
    List<Object> values = new ArrayList<>();
    List<ColumnMetadata> ofKey = source.key().columns();
    for (int i = 0; i < key.size(); i++) {
      values.add(calls.codec(ofKey.get(i)).decode(key.get(i), ProtocolVersion.DEFAULT));
    }
    values.add(source.time().key(start));
    values.add(source.time().key(end));
    String statement = BucketStates.select(source, columns) + BucketStates.whereBucket(source);
    StatsRow row = run(StatsQuery.of(statement, values.toArray()));
    List<ByteBuffer> states = new ArrayList<>();
    for (int i = 1; i < row.values().size(); i++) {
      states.add((ByteBuffer) row.get(i));
    }
    return new BucketStates.States(row.get(0) == null ? 0 : (Long) row.get(0), states);
  }

  private StatsRow run(StatsQuery query) {
    try {
      return StatsClient.of(calls.session()).run(query, options, progress -> {}).row();
    } catch (StatsException failed) {
      throw failed.with(StatementSender.GO_ON);
    }
  }
}
