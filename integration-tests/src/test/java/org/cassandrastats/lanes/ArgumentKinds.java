/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.live.Scratch;

/** One row with a column of every type, and other ways to write an argument. */
final class ArgumentKinds {
  /** The types of CQL with a literal of each. */
  private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("ascii", "'a'");
    COLUMNS.put("bigint", "2");
    COLUMNS.put("blob", "0x01");
    COLUMNS.put("boolean", "true");
    COLUMNS.put("date", "'2026-11-21'");
    COLUMNS.put("decimal", "2.5");
    COLUMNS.put("double", "2.5");
    COLUMNS.put("duration", "1h");
    COLUMNS.put("float", "2.5");
    COLUMNS.put("inet", "'127.0.0.1'");
    COLUMNS.put("int", "2");
    COLUMNS.put("smallint", "2");
    COLUMNS.put("text", "'a'");
    COLUMNS.put("time", "'01:00:00'");
    COLUMNS.put("timestamp", "1000");
    COLUMNS.put("timeuuid", "now()");
    COLUMNS.put("tinyint", "2");
    COLUMNS.put("uuid", "uuid()");
    COLUMNS.put("varint", "2");
    COLUMNS.put("list<bigint>", "[1, 2]");
    COLUMNS.put("list<double>", "[0.0, 0.5]");
    COLUMNS.put("frozen<list<double>>", "[0.0, 0.5]");
    COLUMNS.put("list<int>", "[1, 2]");
    COLUMNS.put("list<decimal>", "[0.0, 0.5]");
    COLUMNS.put("set<double>", "{0.0, 0.5}");
    COLUMNS.put("map<double, bigint>", "{0.5: 1}");
    COLUMNS.put("frozen<tuple<double, double>>", "(0.0, 0.5)");
    COLUMNS.put("vector<float, 2>", "[0.0, 0.5]");
  }

  /** Literals, hints, casts, arithmetic, other functions, and what only selections have. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "3",
          "0",
          "-1",
          "3000000000",
          "99999999999999999999",
          "0.5",
          "0.12345678901234567890123",
          "1e400",
          "NaN",
          "Infinity",
          "'text'",
          "'2026-11-21'",
          "true",
          "0x",
          "0x02",
          "null",
          "1h",
          "[0, 1]",
          "[0.0, 0.5]",
          "[0.0, 0.12345678901234567890123]",
          "[null]",
          "{0.5}",
          "(0.0, 0.5)",
          "(int) 3",
          "(bigint) 3",
          "(double) 3",
          "(varint) 3",
          "(tinyint) 3",
          "(decimal) 3",
          "(blob) 0x",
          "to_timestamp(c_timeuuid)",
          "cast(c_int as double)",
          "cast(c_double as decimal)",
          "c_int + 1",
          "c_int + c_varint",
          "c_double * 2",
          "-c_bigint",
          "abs(c_smallint)",
          "int_as_blob(c_int)",
          "token(id)",
          "writetime(c_int)",
          "ttl(c_int)",
          "count(*)",
          "sum(c_int)",
          "avg(c_varint)",
          "collection_avg(c_list_double)");

  private ArgumentKinds() {}

  /** Makes the table {@code kinds}. */
  static void create(Scratch db) {
    List<String> definitions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    COLUMNS.forEach(
        (type, value) -> {
          definitions.add(column(type) + " " + type);
          names.add(column(type));
        });
    db.run(
        "CREATE TABLE %s.kinds (id int PRIMARY KEY, " + String.join(", ", definitions) + ")",
        "INSERT INTO %s.kinds (id, "
            + String.join(", ", names)
            + ") VALUES (1, "
            + String.join(", ", COLUMNS.values())
            + ")");
  }

  /** Everything that can be tried as an argument over a row of the table. */
  static List<String> all() {
    List<String> all = new ArrayList<>(EXPRESSIONS);
    COLUMNS.keySet().forEach(type -> all.add(column(type)));
    return all;
  }

  /** The column of a type. */
  static String column(String type) {
    return "c_" + type.replaceAll("\\W+", "_").replaceAll("_$", "");
  }
}
