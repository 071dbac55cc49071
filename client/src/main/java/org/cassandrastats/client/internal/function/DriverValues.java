/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.client.api.StatsSummary;
import org.cassandrastats.udf.moments.Summary;

/** Results of functions as the Java driver has those of servers. */
final class DriverValues {
  private DriverValues() {}

  /**
   * An Instant for a Date, also within a map; a summary of the public interface; any other result,
   * and null, as it is.
   */
  @SuppressWarnings("JavaUtilDate") // What functions give for a timestamp.
  static Object of(Object result) {
    if (result instanceof Date date) {
      return date.toInstant();
    }
    if (result instanceof Summary summary) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("count", summary.count);
      fields.put("skipped", summary.skipped);
      fields.put("min", summary.min);
      fields.put("max", summary.max);
      fields.put("mean", summary.mean);
      fields.put("stddev", summary.stddev);
      fields.put("sum", summary.sum);
      return StatsSummary.of(fields);
    }
    if (result instanceof Map<?, ?> map) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach((key, value) -> values.put(of(key), of(value)));
      return values;
    }
    return result;
  }
}
