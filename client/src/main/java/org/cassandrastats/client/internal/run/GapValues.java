/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsQuery.Fill;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.function.Selection.Role;

/** What is shown of buckets of time without rows, between those with rows. */
final class GapValues {
  private final List<String> names;
  private final List<Role> roles;
  private final Fill fill;

  /** How each column is filled. */
  private final List<Fill> fills;

  /** The values of the bucket before, and of each column the last that was not null. */
  private List<Object> before;

  private List<Object> known;

  /**
   * Nothing comes before the first bucket.
   *
   * @throws StatsException if a column that is to be filled is none, or cannot be
   */
  GapValues(Selection selection, Fill fill) {
    this.names = selection.names();
    this.roles = selection.roles();
    this.fill = fill;
    this.fills = names.stream().map(name -> fill.columns().getOrDefault(name, fill)).toList();
    for (String column : fill.columns().keySet()) {
      int place = names.indexOf(column);
      if (place < 0) {
        throw new StatsException(
            "There is no column %s to fill: expected one of %s."
                .formatted(column, String.join(", ", names)));
      }
      Role role = roles.get(place);
      if (role == Role.KEY || (role == Role.STATE && fills.get(place).constant() != null)) {
        throw new StatsException(
            role == Role.KEY
                ? "%s has its own values in every bucket: fill another column.".formatted(column)
                : "%s is a state, which no number fills: expected null.".formatted(column));
      }
    }
  }

  /** Whether the bucket behind the gap is asked for. */
  boolean interpolates() {
    return fills.stream().anyMatch(each -> each.kind() == Fill.Kind.LINEAR);
  }

  /** Whether the last bucket before all others counts. */
  boolean looksBack() {
    return isFilled(Fill.Kind.PREVIOUS) || isFilled(Fill.Kind.LINEAR);
  }

  private boolean isFilled(Fill.Kind kind) {
    return IntStream.range(0, roles.size()).anyMatch(i -> isFilled(i, kind));
  }

  private boolean isFilled(int column, Fill.Kind kind) {
    return roles.get(column) == Role.VALUE && fills.get(column).kind() == kind;
  }

  /** Whether a bucket lacks a value that gaps behind it would repeat. */
  boolean isUnknown(List<Object> values) {
    return IntStream.range(0, roles.size())
        .anyMatch(i -> isFilled(i, Fill.Kind.PREVIOUS) && values.get(i) == null);
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
      values.add(value(i, after, part));
    }
    return values;
  }

  private Object value(int column, List<Object> after, double part) {
    Fill own = fills.get(column);
    Role role = roles.get(column);
    if (role == Role.COUNT && own.kind() != Fill.Kind.NULL) {
      return fill.columns().containsKey(names.get(column)) && own.constant() != null
          ? ofType(column, own.constant(), 0L)
          : 0L;
    }
    if (role != Role.VALUE) {
      return null;
    }
    return switch (own.kind()) {
      case NONE, NULL -> null;
      case PREVIOUS -> known == null ? null : known.get(column);
      case LINEAR -> between(column, after, part);
      case CONSTANT -> constant(column, own.constant(), after);
    };
  }

  private Object constant(int column, Number number, List<Object> after) {
    Object sample = known == null ? null : known.get(column);
    if (sample == null && after != null) {
      sample = after.get(column);
    }
    if (sample != null && !(sample instanceof Number)) {
      if (!fill.columns().containsKey(names.get(column))) {
        return null;
      }
      throw new StatsException(
          "%s has the value %s, where no number fills a gap: expected null or previous."
              .formatted(names.get(column), sample));
    }
    return ofType(column, number, sample);
  }

  /** The constant as a number of the type of a value; as it is where none is known. */
  private Object ofType(int column, Number number, Object sample) {
    BigDecimal exact = new BigDecimal(number.toString());
    try {
      if (sample instanceof Double) {
        return exact.doubleValue();
      } else if (sample instanceof Float) {
        return exact.floatValue();
      } else if (sample instanceof Long) {
        return exact.longValueExact();
      } else if (sample instanceof Integer) {
        return exact.intValueExact();
      } else if (sample instanceof Short) {
        return exact.shortValueExact();
      } else if (sample instanceof Byte) {
        return exact.byteValueExact();
      } else if (sample instanceof BigInteger) {
        return exact.toBigIntegerExact();
      }
      return sample instanceof BigDecimal ? exact : number;
    } catch (ArithmeticException inexact) {
      throw new StatsException(
          "%s does not take %s: expected a number like %s."
              .formatted(names.get(column), number, sample));
    }
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
