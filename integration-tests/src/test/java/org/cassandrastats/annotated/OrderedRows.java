/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.compiler.parameters.ParameterValues;
import org.cassandrastats.udf.state.Checksum;

/**
 * What the tests of all families know of rows that have to come in the order of time: each row of
 * one of these is later than those before, and of their states only disjoint ones merge.
 */
public final class OrderedRows {
  private static final int COUNT = 8;

  private final long step;
  private long time;

  /**
   * Rows from a time on.
   *
   * @param start in milliseconds since 1970
   * @param step from row to row
   */
  public OrderedRows(long start, long step) {
    this.time = start;
    this.step = step;
  }

  /** The time of the next row. */
  public long next() {
    long now = time;
    time += step;
    return now;
  }

  /** Whether the states of a family are of rows in an order, so that only disjoint ones merge. */
  public static boolean areOf(String family) {
    return Annotated.functions().stream()
        .filter(function -> function.family().equals(family))
        .anyMatch(
            function -> IntStream.range(0, function.types().size()).anyMatch(function::isOrdered));
  }

  /** How many rows two disjoint states have in common, which their union counts once. */
  public static int shared(String family, ByteBuffer left, ByteBuffer right) {
    boolean isShared =
        areOf(family)
            && (asked(family, "last_time", left).equals(asked(family, "first_time", right))
                || asked(family, "last_time", right).equals(asked(family, "first_time", left)));
    return isShared ? 1 : 0;
  }

  private static Object asked(String family, String question, ByteBuffer state) {
    try {
      return function(family + "_" + question).call(state);
    } catch (Throwable failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static AnnotatedFunction function(String name) {
    return Annotated.functions().stream()
        .filter(function -> function.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no function " + name));
  }

  /** The final state of one row by an aggregate over times and numbers. */
  public static ByteBuffer state(String aggregate, long time, double value) {
    AnnotatedAggregate named = named(aggregate);
    return state(named, time, time, seconds(named, value).get(0));
  }

  /** A valid state that counts 2^63-1 rows, all before 1970, by any aggregate of a family. */
  public static byte[] full(String family) {
    byte[] full = bytes(state(family, -4, -1));
    ByteBuffer view = ByteBuffer.wrap(full);
    int first = COUNT;
    while (view.getLong(first) != -4) {
      first += Long.BYTES;
    }
    for (int lasted = first; lasted < full.length; lasted += Long.BYTES) {
      if (view.getLong(lasted) == 3) {
        // What lasted from the first row to the last still does.
        view.putLong(lasted, Long.MAX_VALUE);
      }
    }
    view.putLong(first, Long.MIN_VALUE).putLong(COUNT, Long.MAX_VALUE);
    Checksum.seal(view, full.length - Checksum.SIZE);
    return full;
  }

  /** A state of one row that is later than those of {@link #full}. */
  public static byte[] later(String family) {
    return bytes(state(family, 1000, 1000));
  }

  private static ByteBuffer state(String family, long first, long last) {
    AnnotatedAggregate aggregate = anyOf(family);
    return state(aggregate, first, last, seconds(aggregate, 1).get(0));
  }

  private static byte[] bytes(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return bytes;
  }

  /** A state of one row by each aggregate of a family, with each constant where it takes one. */
  public static List<byte[]> ofEachAggregate(String family, long time) {
    return all().stream()
        .filter(aggregate -> aggregate.state().family().equals(family))
        .flatMap(
            aggregate ->
                seconds(aggregate, 1).stream()
                    .map(second -> bytes(state(aggregate, time, time, second))))
        .toList();
  }

  /** The second argument of an aggregate: constants that it accepts, or else a value of rows. */
  private static List<Object> seconds(AnnotatedAggregate aggregate, double value) {
    String type = aggregate.types().get(1);
    List<Object> accepted = ParameterValues.accepted(aggregate.parameterNames().get(1), type);
    return accepted.isEmpty()
        ? List.of(type.equals("double") ? (Object) value : (long) value)
        : accepted;
  }

  private static ByteBuffer state(
      AnnotatedAggregate aggregate, long first, long last, Object second) {
    try {
      ByteBuffer state = aggregate.initialState();
      for (long time = first; time <= last; time++) {
        state = aggregate.accumulate(state, time, second);
      }
      return (ByteBuffer) aggregate.result(state);
    } catch (Throwable failed) {
      throw new IllegalStateException(aggregate.signature(), failed);
    }
  }

  private static AnnotatedAggregate named(String name) {
    return all().stream()
        .filter(aggregate -> aggregate.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no rows in order for " + name));
  }

  private static AnnotatedAggregate anyOf(String family) {
    return all().stream()
        .filter(aggregate -> aggregate.state().family().equals(family))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no rows in order for " + family));
  }

  /** The aggregates that give states of times and doubles, or of others of integers, or alone. */
  private static List<AnnotatedAggregate> all() {
    return Annotated.aggregates().stream()
        .filter(aggregate -> aggregate.isOrdered(0) && aggregate.givesState())
        .filter(aggregate -> takesNumbers(aggregate.state()))
        .toList();
  }

  /**
   * Whether a function in order takes numbers as a state of its family has them, or times alone.
   */
  static boolean takesNumbers(AnnotatedFunction function) {
    return takesTimesAlone(function) || function.types().get(2).equals(numbers(function.family()));
  }

  /** Whether there is but a constant behind the time. */
  static boolean takesTimesAlone(AnnotatedFunction function) {
    return !ParameterValues.accepted(function.parameterNames().get(2), function.types().get(2))
        .isEmpty();
  }

  /** The type of the values of a family. */
  static String numbers(String family) {
    boolean isOfDoubles =
        Annotated.functions().stream()
            .filter(function -> function.family().equals(family) && function.takesRows())
            .anyMatch(function -> function.types().contains("double"));
    return isOfDoubles ? "double" : "bigint";
  }
}
