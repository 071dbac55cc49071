/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.pack;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.tools.buckets.Calls;
import org.cassandrastats.tools.buckets.Source;

/**
 * Deletes rows that were read, each as of the time when it was written: what is written to it later
 * stays, and so does every row that was not read, whatever the clock of its writer says.
 */
final class RowDeleter {
  private final Calls calls;
  private final Source source;
  private final PreparedStatement delete;

  RowDeleter(Calls calls, Source source) {
    this.calls = calls;
    this.source = source;
    this.delete = calls.prepare(statement(source));
  }

  /** The statement that deletes a row. */
  static String statement(Source source) {
    return "DELETE FROM %s USING TIMESTAMP ? WHERE %s AND %s = ?"
        .formatted(source.name(), source.keyMarkers(), source.time().name());
  }

  /**
   * Deletes rows of a partition.
   *
   * @param written their times, and when they were written
   */
  void delete(List<ByteBuffer> key, Points written) {
    RowBatches batches = new RowBatches(calls);
    for (int i = 0; i < written.size(); i++) {
      List<ByteBuffer> values = new ArrayList<>();
      values.add(TypeCodecs.BIGINT.encode(written.bits(i), ProtocolVersion.DEFAULT));
      values.addAll(key);
      values.add(source.time().ofNumber(written.time(i)));
      batches.add(calls.bind(delete, values));
    }
    batches.send();
  }
}
