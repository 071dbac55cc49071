/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of a result: for each column a value as the Java driver would give it. */
public final class StatsRow {
  private final List<String> names;
  private final List<@Nullable Object> values;

  private StatsRow(List<String> names, List<? extends @Nullable Object> values) {
    this.names = List.copyOf(names);
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
    if (names.size() != values.size()) {
      throw new IllegalArgumentException(
          "expected a value for each of %s, found %d".formatted(names, values.size()));
    }
  }

  /** A row. It copies the lists. */
  public static StatsRow of(List<String> names, List<? extends @Nullable Object> values) {
    return new StatsRow(names, values);
  }

  /** The names of the columns: aliases, or selectors as they were written. */
  public List<String> names() {
    return names;
  }

  /** The values, one for each column; null where a query would give null. */
  public List<@Nullable Object> values() {
    return values;
  }

  /** The value of a column, counted from 0. */
  public @Nullable Object get(int column) {
    return values.get(column);
  }

  /**
   * The value of a column.
   *
   * @param name its alias, or the selector as it was written; in any case, unless names of the row
   *     differ in it
   * @throws IllegalArgumentException if there is no such column
   */
  public @Nullable Object get(String name) {
    return values.get(column(name));
  }

  private int column(String name) {
    Objects.requireNonNull(name, "name");
    int column = names.indexOf(name);
    for (int i = 0; column < 0 && i < names.size(); i++) {
      column = names.get(i).equalsIgnoreCase(name) ? i : column;
    }
    if (column < 0) {
      throw new IllegalArgumentException("no column " + name + ": there are " + names);
    }
    return column;
  }

  /** Whether the value of a column is null: see {@link #get(String)}. */
  public boolean isNull(String name) {
    return get(name) == null;
  }

  /**
   * The value of a column as one of a type, or null: see {@link #get(String)}.
   *
   * @throws IllegalArgumentException if it is of another type, or there is no such column
   */
  public <T> @Nullable T get(String name, Class<T> type) {
    Objects.requireNonNull(type, "type");
    Object value = get(name);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "the column %s is of the type %s: expected %s"
              .formatted(name, value.getClass().getName(), type.getName()));
    }
    return type.cast(value);
  }

  /** A double, or null: {@link #get(String, Class)}. */
  public @Nullable Double getDouble(String name) {
    return get(name, Double.class);
  }

  /** A bigint such as a count, or null: {@link #get(String, Class)}. */
  public @Nullable Long getLong(String name) {
    return get(name, Long.class);
  }

  /** A text, or null: {@link #get(String, Class)}. */
  public @Nullable String getString(String name) {
    return get(name, String.class);
  }

  /** A timestamp such as the beginning of a bucket, or null: {@link #get(String, Class)}. */
  public @Nullable Instant getInstant(String name) {
    return get(name, Instant.class);
  }

  /** A summary, or null: {@link #get(String, Class)}. */
  public @Nullable StatsSummary getSummary(String name) {
    return get(name, StatsSummary.class);
  }

  /** A state, or null: {@link #get(String, Class)}. */
  public @Nullable ByteBuffer getState(String name) {
    return get(name, ByteBuffer.class);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatsRow row && names.equals(row.names) && values.equals(row.values);
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + values.hashCode();
  }

  @Override
  public String toString() {
    return "StatsRow" + names + values;
  }
}
