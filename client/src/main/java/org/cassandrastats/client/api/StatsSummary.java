/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A value of the user-defined type {@code summary}: the statistics that people ask for together. A
 * field is null where the values do not define it.
 */
public final class StatsSummary {
  private final Map<String, @Nullable Object> fields;

  private StatsSummary(Map<String, @Nullable Object> fields) {
    this.fields = Collections.unmodifiableMap(fields);
  }

  /**
   * A summary. It copies the map.
   *
   * @param fields by the names that the type has for them, in its order
   */
  public static StatsSummary of(Map<String, ? extends @Nullable Object> fields) {
    return new StatsSummary(new LinkedHashMap<>(fields));
  }

  /** All fields by their names, in the order of the type. */
  public Map<String, @Nullable Object> fields() {
    return fields;
  }

  /** How many values there are. */
  public @Nullable Long count() {
    return (Long) fields.get("count");
  }

  /** How many values were NaN or infinite, which are in none of the other fields. */
  public @Nullable Long skipped() {
    return (Long) fields.get("skipped");
  }

  /** The smallest value. */
  public @Nullable Double min() {
    return (Double) fields.get("min");
  }

  /** The largest value. */
  public @Nullable Double max() {
    return (Double) fields.get("max");
  }

  /** The mean. */
  public @Nullable Double mean() {
    return (Double) fields.get("mean");
  }

  /** The standard deviation of a sample. */
  public @Nullable Double stddev() {
    return (Double) fields.get("stddev");
  }

  /** The sum. */
  public @Nullable Double sum() {
    return (Double) fields.get("sum");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatsSummary summary && fields.equals(summary.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  /** The fields as cqlsh shows them. */
  @Override
  public String toString() {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(", ", "summary(", ")"));
  }
}
