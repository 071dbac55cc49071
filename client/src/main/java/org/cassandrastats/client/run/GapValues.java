/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.StatsQuery.Fill;
import org.cassandrastats.client.function.Selection;
import org.cassandrastats.client.function.Selection.Role;

/** What is shown of buckets of time without rows, between those with rows. */
final class GapValues {
  private final List<Role> roles;
  private final Fill fill;

  /** The values of the bucket before, and of each column the last that was not null. */
  private List<Object> before;

  private List<Object> known;

  GapValues(Selection selection, Fill fill) {
    this.roles = selection.roles();
    this.fill = fill;
  }

  /** Nothing comes before the next bucket. */
  void reset() {
    before = null;
    known = null;
  }

  /** A bucket has rows. */
  void follow(List<Object> values) {
    before = values;
    List<Object> last = new ArrayList<>(values);
    for (int i = 0; known != null && i < last.size(); i++) {
      last.set(i, last.get(i) == null ? known.get(i) : last.get(i));
    }
    known = last;
  }

  /**
   * The values of a bucket without rows; those that all rows of a group have in common do not
   * matter.
   *
   * @param after the values of the next bucket with rows; null if there is none
   * @param part of the way from the bucket before to the next one
   */
  List<Object> at(List<Object> after, double part) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < roles.size(); i++) {
      values.add(fill == Fill.NULL ? null : value(i, after, part));
    }
    return values;
  }

  private Object value(int column, List<Object> after, double part) {
    return switch (roles.get(column)) {
      case COUNT -> 0L;
      case STATE, KEY -> null;
      case VALUE -> fill == Fill.PREVIOUS ? previous(column) : between(column, after, part);
    };
  }

  private Object previous(int column) {
    return known == null ? null : known.get(column);
  }

  private Object between(int column, List<Object> after, double part) {
    if (before == null || after == null) {
      return null;
    }
    Object from = before.get(column);
    Object to = after.get(column);
    return from instanceof Double left && to instanceof Double right
        ? (Object) (left * (1 - part) + right * part)
        : null;
  }
}
