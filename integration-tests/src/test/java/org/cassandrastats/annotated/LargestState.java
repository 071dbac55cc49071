/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;

/**
 * An aggregate over doubles, or integers where it takes no doubles, with arguments, whose largest
 * state an annotation states. What joins and finishes its states is found by name, so that every
 * family has the same tests.
 */
public final class LargestState {
  private static final MethodType ADD =
      MethodType.methodType(ByteBuffer.class, ByteBuffer.class, double.class);
  private static final MethodType IN_ORDER = ADD.appendParameterTypes(long.class);
  private static final MethodType UNION =
      MethodType.methodType(ByteBuffer.class, ByteBuffer.class, ByteBuffer.class);
  private static final MethodType FINISH =
      MethodType.methodType(ByteBuffer.class, ByteBuffer.class);

  private final String family;
  private final boolean isOrdered;
  private final String call;
  private final int bytes;
  private final MethodHandle add;
  private final MethodHandle append;
  private final byte[] startOfMerge;
  private final MethodHandle union;
  private final MethodHandle finish;

  /** The times of all rows, where these have to come in order; of times alone not all that are. */
  private final OrderedRows rows;

  private LargestState(AnnotatedFunction state, Aggregate aggregate, Largest largest)
      throws IllegalAccessException {
    this.family = state.family();
    this.isOrdered = state.isOrdered(1);
    boolean isOfTimes = isOrdered && OrderedRows.takesTimesAlone(state);
    this.rows = new OrderedRows(1, isOfTimes ? 2 : 1);
    this.call =
        Stream.of(isOrdered ? "time" : "", isOfTimes ? "" : "value", largest.arguments())
            .filter(part -> !part.isEmpty())
            .reduce((left, right) -> left + ", " + right)
            .map(arguments -> aggregate.value() + "(" + arguments + ")")
            .orElseThrow();
    this.bytes = largest.bytes();
    this.add =
        isOfTimes
            ? ofTimes(state.method(), largest.arguments())
            : isOrdered ? inOrder(state.method()) : add(state.method(), largest.arguments());
    AnnotatedAggregate merge = merging(family);
    this.append = MethodHandles.lookup().unreflect(merge.state().method()).asType(UNION);
    this.startOfMerge = merge.annotation().initial();
    this.union = handle(family + "_union").asType(UNION);
    this.finish = handle(aggregate.finish()).asType(FINISH);
  }

  /** All that the annotations state. */
  public static List<LargestState> all() {
    List<LargestState> all = new ArrayList<>();
    for (AnnotatedFunction function : Annotated.functions()) {
      boolean isOrdered = function.types().size() > 2 && function.isOrdered(1);
      boolean isOfRows =
          isOrdered
              ? function.types().get(1).equals("bigint") && OrderedRows.takesNumbers(function)
              : function.types().size() > 1
                  && function.types().get(1).equals(OrderedRows.numbers(function.family()));
      if (!isOfRows) {
        continue;
      }
      for (Aggregate aggregate : function.aggregates()) {
        for (Largest largest : aggregate.largest()) {
          try {
            all.add(new LargestState(function, aggregate, largest));
          } catch (IllegalAccessException notPublic) {
            throw new IllegalStateException(function.signature(), notPublic);
          }
        }
      }
    }
    return all;
  }

  /** One for each aggregate: with the first arguments that it states. */
  public static List<LargestState> ofEachAggregate() {
    Map<String, LargestState> first = new LinkedHashMap<>();
    all().forEach(state -> first.putIfAbsent(state.aggregate(), state));
    return List.copyOf(first.values());
  }

  /**
   * A call of each aggregate over a column of doubles, as the selectors of one query.
   *
   * @param time what rises from row to row
   */
  public static String selectors(String column, String time) {
    return selectors(column, time, state -> true);
  }

  /** The same without those that want rows in an order. */
  public static String selectorsInAnyOrder(String column) {
    return selectors(column, "", state -> !state.isOrdered);
  }

  private static String selectors(String column, String time, Predicate<LargestState> wanted) {
    return ofEachAggregate().stream()
        .filter(wanted)
        .map(
            state ->
                "stats."
                    + state.call.replaceAll("\\bvalue\\b", column).replaceAll("\\btime\\b", time))
        .collect(Collectors.joining(", "));
  }

  /** The state function over a state, a value that it does not take, and a time. */
  private static MethodHandle ofTimes(Method method, String argument)
      throws IllegalAccessException {
    MethodHandle add =
        MethodHandles.insertArguments(
            MethodHandles.lookup().unreflect(method), 2, Integer.valueOf(argument));
    return MethodHandles.dropArguments(add, 1, double.class);
  }

  /** The state function over a state, a value, which is cut to an integer, and a time. */
  private MethodHandle inOrder(Method method) throws IllegalAccessException {
    MethodType timeFirst =
        IN_ORDER.dropParameterTypes(1, 3).appendParameterTypes(long.class, double.class);
    MethodHandle add =
        MethodHandles.explicitCastArguments(MethodHandles.lookup().unreflect(method), timeFirst);
    return MethodHandles.permuteArguments(add, IN_ORDER, 0, 2, 1);
  }

  /**
   * The state function over a state and a value, which may be cut to an integer, its other
   * arguments given.
   */
  private static MethodHandle add(Method method, String arguments) throws IllegalAccessException {
    MethodHandle handle = MethodHandles.lookup().unreflect(method);
    Class<?>[] types = method.getParameterTypes();
    List<String> literals =
        arguments.isEmpty() ? List.of() : Arrays.asList(arguments.split(", (?![^\\[]*\\])", -1));
    if (literals.equals(List.of("value"))) {
      MethodType twoValues = ADD.appendParameterTypes(double.class);
      return MethodHandles.permuteArguments(
          MethodHandles.explicitCastArguments(handle, twoValues), ADD, 0, 1, 1);
    }
    Object[] values = new Object[literals.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = literal(literals.get(i), types[i + 2]);
    }
    return MethodHandles.explicitCastArguments(
        MethodHandles.insertArguments(handle, 2, values), ADD);
  }

  private static Object literal(String text, Class<?> type) {
    if (type == List.class) {
      return Stream.of(text.substring(1, text.length() - 1).split(", ", -1))
          .map(Double::valueOf)
          .toList();
    }
    return type == int.class ? (Object) Integer.valueOf(text) : Double.valueOf(text);
  }

  /** The aggregate that merges the states of a family. */
  private static AnnotatedAggregate merging(String family) {
    return Annotated.aggregates().stream()
        .filter(aggregate -> aggregate.name().equals(family + "_merge"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no aggregate " + family + "_merge"));
  }

  private static MethodHandle handle(String name) throws IllegalAccessException {
    Method method =
        Annotated.functions().stream()
            .filter(function -> function.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no function " + name))
            .method();
    return MethodHandles.lookup().unreflect(method);
  }

  /** The name of the aggregate. */
  public String aggregate() {
    return call.substring(0, call.indexOf('('));
  }

  /** The last segment of the package. */
  public String family() {
    return family;
  }

  /** The documented size of the largest state. */
  public int bytes() {
    return bytes;
  }

  /** Whether rows have to come in order, so that only states of disjoint times merge. */
  public boolean isOrdered() {
    return isOrdered;
  }

  /** The working state after one more row; in an order, one that is later than all before. */
  public ByteBuffer add(ByteBuffer state, double value) {
    try {
      if (isOrdered) {
        return (ByteBuffer) add.invokeExact(state, value, rows.next());
      }
      return (ByteBuffer) add.invokeExact(state, value);
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  /** What a merge of stored states has after one more of them; it starts from the empty blob. */
  public ByteBuffer append(ByteBuffer state, ByteBuffer part) {
    ByteBuffer before = state.hasRemaining() ? state : ByteBuffer.wrap(startOfMerge);
    try {
      return (ByteBuffer) append.invokeExact(before, part);
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  /** The state of the rows of both. */
  public ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    try {
      return (ByteBuffer) union.invokeExact(left, right);
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  /** What is stored of a working state. */
  public ByteBuffer finish(ByteBuffer state) {
    try {
      return (ByteBuffer) finish.invokeExact(state);
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof RuntimeException exception) {
      return exception;
    }
    return new IllegalStateException(thrown);
  }

  /** Such as {@code ddsketch(value, 0.01)}. */
  @Override
  public String toString() {
    return call;
  }
}
