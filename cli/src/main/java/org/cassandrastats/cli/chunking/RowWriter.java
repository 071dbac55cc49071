/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.StatementSender;

/** Writes points as rows. */
final class RowWriter {
  private final StatementSender calls;
  private final BucketSource target;
  private final List<PackedColumn> columns;
  private final PreparedStatement insert;

  RowWriter(StatementSender calls, BucketSource target, List<PackedColumn> columns) {
    this.calls = calls;
    this.target = target;
    this.columns = columns;
    this.insert = calls.prepare(statement(target, columns));
  }

  /** The statement that writes a row. */
  static String statement(BucketSource target, List<PackedColumn> columns) {
    List<String> names = new ArrayList<>(List.of(target.keyNames(), target.time().name()));
    columns.forEach(column -> names.add(column.quoted()));
    return "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ?"
        .formatted(
            target.name(),
            String.join(", ", names),
            String.join(", ", Collections.nCopies(target.key().size() + 1 + columns.size(), "?")));
  }

  /**
   * Writes rows of a partition. A row has no value where a column has no point.
   *
   * @param points of each column
   * @param written when the rows are to be taken for written, in microseconds
   */
  void write(List<ByteBuffer> key, List<Points> points, long written) {
    Batches batches = new Batches(calls);
    for (long time : Points.times(points)) {
      batches.add(List.of(row(key, time, points, written)));
    }
    batches.send();
  }

  private BoundStatement row(List<ByteBuffer> key, long time, List<Points> points, long written) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(target.time().ofNumber(time));
    List<Integer> absent = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int index = points.get(i).indexOf(time);
      if (index < 0) {
        absent.add(values.size());
      }
      values.add(index < 0 ? null : columns.get(i).value(points.get(i).bits(index)));
    }
    values.add(TypeCodecs.BIGINT.encode(written, ProtocolVersion.DEFAULT));
    BoundStatement row = calls.bind(insert, values);
    for (int position : absent) {
      // Null would delete a value that is there.
      row = row.unset(position);
    }
    return row;
  }

  /** Sends statements of one partition, some of them at a time. */
  static final class Batches {
    private static final int SIZE = 500;

    private final StatementSender calls;
    private final List<BoundStatement> waiting = new ArrayList<>();

    Batches(StatementSender calls) {
      this.calls = calls;
    }

    /** Adds the statements of a row, which are executed all or none. */
    void add(List<BoundStatement> row) {
      if (waiting.size() + row.size() > SIZE) {
        send();
      }
      waiting.addAll(row);
    }

    /** Sends what is left. */
    void send() {
      if (!waiting.isEmpty()) {
        calls.rows(calls.batch(waiting));
        waiting.clear();
      }
    }
  }
}
