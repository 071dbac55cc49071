/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import java.time.Duration;

/**
 * The id of a table that is missing, on which all runs agree that make it at the same moment. Until
 * Cassandra 6.0, nodes that are told to make one table give it an id each, and what was written
 * under all but one of these is lost; of one id, they make one table.
 */
final class NewTableId {
  private static final int NUMBER = 0;

  /** What was agreed on before that belongs to a run that has failed. */
  private static final long LONGEST = Duration.ofMinutes(10).toMillis();

  private final SharedTimes times;
  private final TableName table;
  private final long at;

  private NewTableId(SharedTimes times, TableName table, long at) {
    this.times = times;
    this.table = table;
    this.at = at;
  }

  /**
   * Agrees on one.
   *
   * @param kind the command, whose table of watermarks has to be there
   * @param table that is missing
   */
  static NewTableId agree(StatementSender calls, Watermarks.Kind kind, TableName table) {
    SharedTimes times =
        new SharedTimes(
            calls,
            Watermarks.table(kind, table.keyspace()),
            kind.toString(),
            table,
            TableIds.named("making of " + table));
    for (int attempt = 0; attempt < SharedTimes.ATTEMPTS; attempt++) {
      long now = calls.now();
      Long before = times.readLatest().get(NUMBER);
      if (before != null && before > now - LONGEST) {
        return new NewTableId(times, table, before);
      }
      if (times.replace(NUMBER, before, now)) {
        return new NewTableId(times, table, now);
      }
    }
    throw times.contended();
  }

  /** The option of a statement that makes the table. */
  String option() {
    return " AND id = '%s'".formatted(TableIds.timeBased(at, table.toString()));
  }

  /** All nodes have the table: if it is dropped, the next one gets another id. */
  void made() {
    // Not if another run has said so.
    var unused = times.replace(NUMBER, at, null);
  }
}
