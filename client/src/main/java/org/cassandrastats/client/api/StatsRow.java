/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A row of a result.
 *
 * @param names the columns
 * @param values one for each column, as the Java driver would give them; null where a query would
 *     give null. {@code summary} is an {@code org.cassandrastats.udf.moments.Summary}
 */
public record StatsRow(List<String> names, List<Object> values) {
  /** Copies the lists. */
  public StatsRow {
    names = List.copyOf(names);
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /** The value of a column, counted from 0. */
  public Object get(int column) {
    return values.get(column);
  }

  /**
   * The value of a column.
   *
   * @param name its alias, or the selector as it was written; in any case, unless names of the row
   *     differ in it
   * @throws IllegalArgumentException if there is no such column
   */
  public Object get(String name) {
    return values.get(column(name));
  }

  private int column(String name) {
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
  public <T> T get(String name, Class<T> type) {
    Object value = get(name);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "the column %s is of the type %s: expected %s"
              .formatted(name, value.getClass().getName(), type.getName()));
    }
    return type.cast(value);
  }

  /** A double, or null: {@link #get(String, Class)}. */
  public Double getDouble(String name) {
    return get(name, Double.class);
  }

  /** A bigint such as a count, or null: {@link #get(String, Class)}. */
  public Long getLong(String name) {
    return get(name, Long.class);
  }

  /** A text, or null: {@link #get(String, Class)}. */
  public String getString(String name) {
    return get(name, String.class);
  }

  /** A timestamp such as the beginning of a bucket, or null: {@link #get(String, Class)}. */
  public Instant getInstant(String name) {
    return get(name, Instant.class);
  }

  /** A state, or null: {@link #get(String, Class)}. */
  public ByteBuffer getState(String name) {
    return get(name, ByteBuffer.class);
  }
}
