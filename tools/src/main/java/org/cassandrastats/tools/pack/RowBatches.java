/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.pack;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.tools.buckets.Calls;

/** Sends statements of one partition, some of them at a time. */
final class RowBatches {
  private static final int SIZE = 500;

  private final Calls calls;
  private final List<BoundStatement> waiting = new ArrayList<>();

  RowBatches(Calls calls) {
    this.calls = calls;
  }

  void add(BoundStatement statement) {
    waiting.add(statement);
    if (waiting.size() == SIZE) {
      send();
    }
  }

  /** Sends what is left. */
  void send() {
    if (!waiting.isEmpty()) {
      calls.rows(calls.batch(waiting));
      waiting.clear();
    }
  }
}
