/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;

/** The rows of a partition, with a check before each of them. */
final class CheckedRows extends WrappedRows {
  private final Runnable check;

  CheckedRows(RowIterator rows, Runnable check) {
    super(rows);
    this.check = check;
  }

  @Override
  public Row next() {
    check.run();
    return super.next();
  }
}
