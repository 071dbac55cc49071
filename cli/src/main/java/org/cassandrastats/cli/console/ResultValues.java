/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import com.datastax.oss.driver.api.core.type.codec.CodecNotFoundException;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.util.List;
import java.util.Map;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.api.StatsSummary;

/** Values of a result for readers. */
public final class ResultValues {
  private ResultValues() {}

  /** Whether a column has numbers, which are aligned right. */
  public static boolean isNumeric(List<StatsRow> rows, int column) {
    return rows.stream().anyMatch(row -> row.get(column) instanceof Number);
  }

  /** The values of rows as texts. */
  public static List<List<String>> texts(List<StatsRow> rows) {
    return rows.stream()
        .map(row -> row.values().stream().map(ResultValues::text).toList())
        .toList();
  }

  /** A value as cqlsh would write it. */
  public static String text(Object value) {
    return value == null ? "null" : value instanceof String text ? text : literal(value);
  }

  private static String literal(Object value) {
    if (value instanceof Number
        || value instanceof List
        || value instanceof Map
        || value instanceof StatsSummary) {
      return value.toString();
    }
    try {
      String literal = CodecRegistry.DEFAULT.codecFor(value).format(value);
      return literal.startsWith("'") ? literal.substring(1, literal.length() - 1) : literal;
    } catch (CodecNotFoundException unknown) {
      return value.toString();
    }
  }

  /** A value for JSON: what it has no type for becomes a string. */
  public static Object json(Object value) {
    if (value instanceof StatsSummary summary) {
      return summary.fields();
    }
    boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
    boolean isPlain = value instanceof Number || value instanceof Boolean || value instanceof List;
    return value == null || (isPlain && isFinite) ? value : text(value);
  }
}
