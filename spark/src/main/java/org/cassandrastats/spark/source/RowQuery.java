/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.io.Serializable;
import java.util.List;

/**
 * Rows that are read as they are.
 *
 * @param keyspace of the table, without quotes
 * @param from the table in CQL
 * @param key its partition key in CQL
 * @param columns those that are read, in CQL; none where only the number of rows matters
 * @param range before which of them Spark wants the number of the range; -1 for none
 */
record RowQuery(String keyspace, String from, List<String> key, List<String> columns, int range)
    implements Serializable {
  /** Copies the lists. */
  RowQuery {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
  }

  /** The statement for partitions that are named. */
  String statement(KeyConditions conditions) {
    return select() + " WHERE " + conditions.where() + conditions.tail();
  }

  /** The statement for the tokens above :above and up to :upto. */
  String ofTokens(KeyConditions conditions) {
    String token = "token(" + String.join(", ", key) + ")";
    String where = conditions.where();
    return "%s WHERE %s > :above AND %s <= :upto%s%s"
        .formatted(
            select(), token, token, where.isEmpty() ? "" : " AND " + where, conditions.tail());
  }

  /** The statement up to WHERE. */
  String select() {
    return "SELECT "
        + (columns.isEmpty() ? key.get(0) : String.join(", ", columns))
        + " FROM "
        + from;
  }
}
