/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.buckets.StatementSender;

/** Sends statements of one partition, some of them at a time. */
final class RowBatches {
  private static final int SIZE = 500;

  private final StatementSender calls;
  private final List<BoundStatement> waiting = new ArrayList<>();

  RowBatches(StatementSender calls) {
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
