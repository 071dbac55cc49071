/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.cassandrastats.catalogue.Example;
import scala.collection.JavaConverters;

/** Calls in CQL as text of Spark, and values of Spark as CQL writes them. */
final class CqlText {
  private static final String LITERAL = "('(?:[^']|'')*'|0x[0-9a-f]*|-?[0-9.]+)";
  private static final Pattern CAST = Pattern.compile("\\((\\w+)\\) " + LITERAL);
  private static final Map<String, String> TYPES =
      Map.of("text", "string", "ascii", "string", "blob", "binary", "varint", "decimal(38, 0)");

  private CqlText() {}

  /** The call of an example, with the functions of a catalog. */
  static String sparkSql(Example example, String catalog) {
    String call =
        CAST.matcher(example.qualified(catalog))
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        "CAST(%s AS %s)"
                            .formatted(
                                match.group(2),
                                TYPES.getOrDefault(match.group(1), match.group(1)))));
    return call.replaceAll("\\b0x([0-9a-f]*)", "X'$1'")
        .replaceAll("\\[([^\\]]*)\\]", "array($1)")
        .replace(" AS text)", " AS string)");
  }

  /** A value that Spark gave. */
  static String of(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof String text) {
      return "'" + text.replace("'", "''") + "'";
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof LocalDate date) {
      return "'" + date + "'";
    }
    if (value instanceof Row row) {
      List<String> fields = new ArrayList<>();
      for (String name : row.schema().fieldNames()) {
        fields.add(name + ":" + of(row.getAs(name)));
      }
      return "{" + String.join(",", fields) + "}";
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      List<String> entries = new ArrayList<>();
      JavaConverters.mapAsJavaMap(map).forEach((key, one) -> entries.add(of(key) + ":" + of(one)));
      return "{" + String.join(",", entries) + "}";
    }
    if (value instanceof scala.collection.Seq<?> list) {
      return "["
          + String.join(",", JavaConverters.seqAsJavaList(list).stream().map(CqlText::of).toList())
          + "]";
    }
    return String.valueOf(value);
  }
}
