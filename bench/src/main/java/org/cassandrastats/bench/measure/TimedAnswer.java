/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Iterator;

/** The answer to a query, with all its pages. */
final class TimedAnswer {
  private TimedAnswer() {}

  /** Waits for all rows. */
  static void await(CqlSession session, String query) {
    Iterator<Row> rows = session.execute(query).iterator();
    if (!rows.hasNext()) {
      throw new IllegalStateException("no rows: " + query);
    }
    while (rows.hasNext()) {
      rows.next();
    }
  }
}
