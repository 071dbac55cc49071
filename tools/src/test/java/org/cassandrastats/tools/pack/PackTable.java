/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.pack;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.tools.buckets.BucketNode;

/** What is in tables, to the bit, and command lines that pack them. */
final class PackTable {
  private PackTable() {}

  /** The bytes of all rows, each as one text. */
  static List<String> bytes(BucketNode node, String select) {
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

  /** The arguments that pack shop.NAME into shop.NAME_packed by its column v. */
  static String[] pack(String name, String... more) {
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
}
