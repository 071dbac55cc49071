/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.buckets.StatementSender;

/**
 * Writes buckets: all columns by one statement, which replaces whatever was there, so that a bucket
 * is right however often it is written.
 */
final class BucketWriter {
  private final StatementSender calls;
  private final PreparedStatement insert;

  BucketWriter(StatementSender calls, Target target) {
    this.calls = calls;
    this.insert = calls.prepare(target.insertStatement());
  }

  void write(List<ByteBuffer> key, long start, BucketStates states) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(start), ProtocolVersion.DEFAULT));
    values.add(TypeCodecs.BIGINT.encode(states.rows(), ProtocolVersion.DEFAULT));
    // A null replaces a state that was there.
    values.addAll(states.states());
    calls.rows(calls.bind(insert, values));
  }
}
