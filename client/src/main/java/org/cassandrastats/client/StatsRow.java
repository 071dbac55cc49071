/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

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
   * @param name its alias, or the selector as it was written
   * @throws IllegalArgumentException if there is no such column
   */
  public Object get(String name) {
    int column = names.indexOf(name);
    if (column < 0) {
      throw new IllegalArgumentException("no column " + name + ": there are " + names);
    }
    return values.get(column);
  }
}
