/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A read of the newest rows of a partition.
 *
 * @param rows of the partition, a power of ten
 * @param newest how many of them are read
 */
record RecentRead(RowOrder order, ReadEnd end, int newest, int rows) {
  static final List<Integer> NEWEST = List.of(10, 100);

  /** Rows of the smallest partition. */
  static final int FEWEST_ROWS = 100;

  /** Rows that the largest partition has at least: growth needs two sizes. */
  static final int LEAST_MOST_ROWS = 1000;

  /** All reads of partitions up to a size. */
  static List<RecentRead> all(int maxRows) {
    List<RecentRead> reads = new ArrayList<>();
    for (RowOrder order : RowOrder.values()) {
      for (ReadEnd end : ReadEnd.values()) {
        for (int newest : NEWEST) {
          sizes(maxRows).forEach(rows -> reads.add(new RecentRead(order, end, newest, rows)));
        }
      }
    }
    return reads;
  }

  /** The powers of ten from 100. */
  static List<Integer> sizes(int maxRows) {
    List<Integer> sizes = new ArrayList<>();
    for (long size = FEWEST_ROWS; size <= maxRows; size *= 10) {
      sizes.add((int) size);
    }
    return sizes;
  }

  /** The key of the partition: how many digits its number of rows has. */
  int sensor() {
    return sensor(rows);
  }

  static int sensor(int rows) {
    return Integer.toString(rows).length();
  }

  Map<String, String> cell(String lane) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("clustering", order.toString());
    cell.put("end", end.toString());
    cell.put("newest", Integer.toString(newest));
    cell.put("rows", Integer.toString(rows));
    return cell;
  }

  /** The query, with bind markers for {@link #values}. */
  String cql() {
    return "SELECT at, value FROM "
        + order.table()
        + " WHERE sensor = ?"
        + (end == ReadEnd.START ? " AND at >= ?" : "")
        + order.clause()
        + (end == ReadEnd.LIMIT ? " LIMIT ?" : "");
  }

  Object[] values() {
    return end == ReadEnd.LIMIT
        ? new Object[] {sensor(), newest}
        : new Object[] {sensor(), (long) rows - newest};
  }
}
