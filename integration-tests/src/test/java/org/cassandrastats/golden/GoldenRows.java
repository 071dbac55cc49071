/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Rows that golden states are made of: each has a value of every type, and a time that is the key
 * as well.
 */
@SuppressWarnings("ArrayRecordComponent")
record GoldenRows(String name, double[] values, long[] times) {
  private static final int MANY = 1000;
  private static final int PRIME = 7919;

  /** Every size class but the largest, and the edge cases. */
  static List<GoldenRows> all() {
    return List.of(
        of("none"),
        of("one", 2.5),
        of("ten", 20.25, 20.5, 19.75, 21, 20.5, 22.125, 18.5, 20.5, 23, 19.75),
        many(),
        of("equal", 7.5, 7.5, 7.5, 7.5, 7.5),
        of("zeros", -0.0, 0.0, -0.0),
        of(
            "skipped",
            Double.NaN,
            4,
            Double.POSITIVE_INFINITY,
            -2.5,
            Double.NEGATIVE_INFINITY,
            8,
            Double.NaN,
            0.125),
        of("nothing", Double.NaN, Double.POSITIVE_INFINITY),
        of(
            "limits",
            Double.MAX_VALUE,
            Double.MIN_VALUE,
            -Double.MAX_VALUE,
            0,
            -Double.MIN_VALUE,
            Double.MIN_NORMAL),
        of("tiny", 3e-310, 1e-310, 2e-310, 5e-310, 1e-310),
        of("heaps", 1e6, 1e6 + 0.25, 0.5, 0.25, -1e6, 1e6 + 0.125, 0.5, -1e6));
  }

  /** Times that are out of order, and some of them equal. */
  private static GoldenRows of(String name, double... values) {
    long[] times = new long[values.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = 1000L * (i * 3 % 7);
    }
    return new GoldenRows(name, values, times);
  }

  private static GoldenRows many() {
    double[] values = new double[MANY];
    long[] times = new long[MANY];
    for (int i = 0; i < MANY; i++) {
      values[i] = (i * PRIME % 1009 - 300) / 8.0;
      times[i] = 1000L * i + i * PRIME % 11;
    }
    return new GoldenRows("thousand", values, times);
  }

  int size() {
    return values.length;
  }

  /** The value that a parameter of an aggregate takes from a row. */
  Object value(int row, String parameter, String type) {
    boolean isTime = Set.of("key", "ts", "x").contains(parameter);
    return switch (type) {
      case "double" -> isTime ? (Object) (times[row] / 2.0) : (Object) values[row];
      case "bigint", "varint" -> isTime ? times[row] : integer(row);
      case "blob" -> blob(row);
      default -> throw new IllegalArgumentException(parameter + " " + type);
    };
  }

  /** The time of a row where rows have to come in order. */
  Long orderedTime(int row) {
    return 1000L * row + row % 7;
  }

  private long integer(int row) {
    return (long) values[row];
  }

  /** The integer as its digits, and nothing of every fourth row. */
  private ByteBuffer blob(int row) {
    String digits = row % 4 == 3 ? "" : Long.toString(integer(row));
    return ByteBuffer.wrap(digits.getBytes(StandardCharsets.US_ASCII));
  }

  /** The columns by the type that they have. */
  Map<String, List<Object>> columns() {
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    columns.put("double", column("value", "double"));
    columns.put("bigint", column("value", "bigint"));
    columns.put("blob", column("value", "blob"));
    columns.put("key bigint", column("key", "bigint"));
    columns.put("key double", column("key", "double"));
    columns.put(
        "ordered bigint", IntStream.range(0, size()).<Object>mapToObj(this::orderedTime).toList());
    return columns;
  }

  private List<Object> column(String parameter, String type) {
    List<Object> column = new ArrayList<>();
    for (int row = 0; row < size(); row++) {
      column.add(value(row, parameter, type));
    }
    return column;
  }
}
