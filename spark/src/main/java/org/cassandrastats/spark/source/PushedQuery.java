/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Aggregates that Cassandra answers.
 *
 * @param from the table in CQL
 * @param columns of the result: groups, then aggregates
 * @param range which of them is the number of the range; -1 for none
 * @param groupBy the columns that rows are grouped by in CQL, in the order of the primary key
 * @param perRange whether a group is in one range only, so that each range is answered by itself
 */
record PushedQuery(
    String from, List<PushedAggregate> columns, int range, List<String> groupBy, boolean perRange)
    implements Serializable {
  /** Copies the lists. */
  PushedQuery {
    columns = List.copyOf(columns);
    groupBy = List.copyOf(groupBy);
  }

  /** The statement. Where ranges are the only groups, it ends with the number of rows. */
  String statement(KeyConditions conditions) {
    List<String> selectors = new ArrayList<>();
    columns.forEach(column -> selectors.addAll(column.selectors()));
    if (mayBeEmpty()) {
      selectors.add("count(*)");
    }
    String where = conditions.where();
    return "SELECT "
        + String.join(", ", selectors)
        + " FROM "
        + from
        + (where.isEmpty() ? "" : " WHERE " + where)
        + (groupBy.isEmpty() ? "" : " GROUP BY " + String.join(", ", groupBy))
        + conditions.tail();
  }

  /** Whether there may be an answer about no rows, which is no group. */
  boolean mayBeEmpty() {
    return range >= 0 && groupBy.isEmpty();
  }

  /** The columns of the result. */
  StructType schema() {
    StructType schema = new StructType();
    for (PushedAggregate column : columns) {
      schema = schema.add(column.name(), column.type(), true);
    }
    return schema;
  }

  /**
   * A row of the result.
   *
   * @param answers to the selectors
   * @param number of the range
   * @return null where it is about no rows
   */
  InternalRow row(List<Object> answers, long number) {
    if (mayBeEmpty() && Long.valueOf(0).equals(answers.get(answers.size() - 1))) {
      return null;
    }
    Object[] values = new Object[columns.size()];
    int next = 0;
    for (int i = 0; i < values.length; i++) {
      PushedAggregate column = columns.get(i);
      int end = next + column.selectors().size();
      values[i] = i == range ? (Object) number : column.value(answers.subList(next, end));
      next = end;
    }
    return new GenericInternalRow(values);
  }
}
