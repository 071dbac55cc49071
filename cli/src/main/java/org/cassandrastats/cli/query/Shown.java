/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.type.codec.CodecNotFoundException;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.udf.moments.Summary;

/** Values of a result for readers. */
final class Shown {
  private Shown() {}

  /** A value as cqlsh would write it. */
  static String text(Object value) {
    if (value instanceof Summary summary) {
      return fields(summary).entrySet().stream()
          .map(field -> field.getKey() + "=" + field.getValue())
          .collect(Collectors.joining(", ", "summary(", ")"));
    }
    return value == null ? "null" : value instanceof String text ? text : literal(value);
  }

  private static String literal(Object value) {
    if (value instanceof Number || value instanceof List || value instanceof Map) {
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
  static Object json(Object value) {
    if (value instanceof Summary summary) {
      return fields(summary);
    }
    boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
    boolean isPlain = value instanceof Number || value instanceof Boolean || value instanceof List;
    return value == null || (isPlain && isFinite) ? value : text(value);
  }

  private static Map<String, Object> fields(Summary summary) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("count", summary.count);
    fields.put("skipped", summary.skipped);
    fields.put("min", summary.min);
    fields.put("max", summary.max);
    fields.put("mean", summary.mean);
    fields.put("stddev", summary.stddev);
    fields.put("sum", summary.sum);
    return fields;
  }
}
