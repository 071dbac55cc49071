/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.Awaited;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.uda.chunk.ChunkCodec;

/** What is in tables, to the bit, and command lines that pack them. */
public final class PackTable {
  private PackTable() {}

  /** The bytes of all rows, each as one text. */
  static List<String> bytes(NativeNode node, String select) {
    List<String> rows = new ArrayList<>();
    for (Row row : node.rows(select)) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        if (row.isNull(i)) {
          text.append(" null");
        } else {
          byte[] bytes = new byte[row.getBytesUnsafe(i).remaining()];
          row.getBytesUnsafe(i).get(bytes);
          text.append(' ').append(HexFormat.of().formatHex(bytes));
        }
      }
      rows.add(text.toString());
    }
    return rows;
  }

  /**
   * The bytes of all rows, as soon as they are as many as expected. A row that INSERT has made is
   * there for another second behind its values.
   */
  static List<String> left(NativeNode node, String select, int expected) throws Exception {
    return Awaited.last(() -> bytes(node, select), rows -> rows.size() == expected);
  }

  /** The arguments that pack shop.NAME into shop.NAME_packed by its column v. */
  public static String[] pack(String name, String... more) {
    return packInto(name, name + "_packed", more);
  }

  /** The arguments that pack shop.NAME into another table. */
  static String[] packInto(String name, String into, String... more) {
    Stream<String> always =
        Stream.of(
            "--from",
            "shop." + name,
            "--time",
            "at",
            "--bucket",
            "1h",
            "--column",
            "v",
            "--into",
            "shop." + into);
    return Stream.concat(always, Stream.of(more)).toArray(String[]::new);
  }

  /** The arguments that unpack shop.NAME_packed into another table. */
  static String[] unpack(String name, String into) {
    return new String[] {"--from", "shop." + name + "_packed", "--into", "shop." + into};
  }

  /** Inserts rows of the partition 1 of shop.NAME: times and values in turn. */
  static void insert(NativeNode node, String table, double... timesAndValues) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < timesAndValues.length; i += 2) {
      rows.add(
          new Object[] {Instant.ofEpochMilli((long) timesAndValues[i]), timesAndValues[i + 1]});
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (1, ?, ?)", rows);
  }

  /** The points of all chunks of the column v of shop.NAME_packed, by time. */
  static Map<Long, Double> points(NativeNode node, String table) {
    return points(node, table, "v");
  }

  /** The points of all chunks of a column of shop.NAME_packed, by time. */
  static Map<Long, Double> points(NativeNode node, String table, String column) {
    Map<Long, Double> points = new TreeMap<>();
    for (Row row :
        node.rows("SELECT %s FROM shop.%s_packed WHERE k = 1".formatted(column, table))) {
      ByteBuffer chunk = row.getByteBuffer(0);
      long[] times = ChunkCodec.times(chunk);
      double[] values = ChunkCodec.values(chunk);
      for (int i = 0; i < times.length; i++) {
        points.put(times[i], values[i]);
      }
    }
    return points;
  }
}
