/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.OrderedRows;
import org.cassandrastats.live.Effort;
import org.cassandrastats.pack.Literals;
import org.cassandrastats.pack.StatePool;

/** Calls, without a keyspace but with {@code @}, that meet a documented error. */
final class ErrorCases {
  private static final int[] DISTANCES = {0, 1, 5, 11, 37};
  private static final String MANY = "0.5" + ", 0.5".repeat(5000);
  private static final String ASCENDING =
      IntStream.range(0, 5000).mapToObj(Integer::toString).collect(Collectors.joining(", "));

  /**
   * Literals beyond what a parameter accepts, by its name and type; some are beyond it in places.
   */
  private static final Map<String, List<String>> BEYOND =
      Map.ofEntries(
          Map.entry(
              "width ascii",
              List.of("'0d'", "'-1d'", "'1'", "'d'", "'1D'", "'1 d'", "'1000000000d'", "'1us'")),
          Map.entry("unit ascii", List.of("'min'", "''", "'MS'", "'Europe/Berlin'")),
          Map.entry("zone ascii", List.of("'Europe/Paradise'", "''", "'CEST'", "'ms'")),
          Map.entry("k int", List.of("9", "0", "-1", "32768", "2147483647")),
          Map.entry("lgk int", List.of("3", "0", "-1", "22", "2147483647")),
          Map.entry("deviations int", List.of("0", "-1", "4", "2147483647")),
          Map.entry("interval int", List.of("0", "-1", "-2147483648")),
          Map.entry("max int", List.of("0", "-1", "385", "2147483647", "-2147483648")),
          Map.entry("n int", List.of("0", "-1", "1001", "-2147483648")),
          Map.entry("points int", List.of("1", "0", "-1", "8193", "2147483647")),
          Map.entry("bins int", List.of("0", "-1", "4097", "2147483647")),
          Map.entry("width int", List.of("9", "0", "-1", "1001")),
          Map.entry("quantile double", List.of("-0.1", "1.1", "NaN", "Infinity", "-Infinity")),
          Map.entry("share double", List.of("-0.1", "1.1", "NaN", "Infinity", "-Infinity")),
          Map.entry("error double", List.of("0.0", "-0.5", "1.0", "NaN", "Infinity", "1e-300")),
          Map.entry("lo double", List.of("NaN", "-Infinity", "1e300", "1.0", "-0.5")),
          Map.entry("hi double", List.of("NaN", "Infinity", "-1e300", "0.0", "2.0")),
          Map.entry(
              "quantiles list<double>",
              List.of("[-0.1]", "[0.5, 1.1]", "[NaN]", "[0.5, null]", "[]", "[" + MANY + "]")),
          Map.entry(
              "splits list<double>",
              List.of(
                  "[1.0, 0.0]", "[NaN]", "[0.0, NaN]", "[0.0, null]", "[]", "[" + ASCENDING + "]")),
          Map.entry(
              "edges list<double>",
              List.of(
                  "[]",
                  "[1.0]",
                  "[1.0, 1.0]",
                  "[2.0, 1.0]",
                  "[0.0, null, 1.0]",
                  "[null, 1.0]",
                  "[NaN, 1.0]",
                  "[0.0, Infinity]",
                  "[" + ASCENDING + "]")),
          Map.entry("counts list<bigint>", List.of("[-1]", "[1, -1]", "[" + ASCENDING + "]")));

  /** Found by fuzzing: each passes for a state of some values, but not both together. */
  private static final List<String> ALTERED_MOMENTS =
      List.of(
          "0x0102800000000000000000000000000200000000000000003fd90343a00000013ff0000000000000"
              + "00000000000000003fe55555555555553fcc71c71c71c71c3fce71c71c71c71c0000000000000000"
              + "3ff000000000000090e46c4e53a9e26b",
          "0x010280000000000000000000000000020000000000000000"
              + "00".repeat(64)
              + "2a5a0f8c5d9eb1ce");

  /** 2^53 times the value 1.0, with k = 100. */
  private static final String FULL_DIGEST =
      "(blob) 0x0201146400000000"
          + "0100000000000000"
          + "000000000000f03f".repeat(3)
          + "0000000000002000";

  /** The first other family gives a function a state, and one in so many; with more effort each. */
  private static final int OTHER_FAMILIES = 4;

  private final StatePool states;
  private final Random random;

  ErrorCases(long seed) {
    this.states = new StatePool(new Random(seed));
    this.random = new Random(seed);
  }

  /**
   * Calls of a function for a condition that its documentation names.
   *
   * @throws AssertionError if nobody has thought of such a condition yet
   */
  List<String> of(AnnotatedFunction function, String condition) {
    if (condition.matches("the width( or unit)? is not as described.*")) {
      List<String> calls = beyond(function);
      calls.addAll(earliest(function));
      return calls;
    }
    if (condition.equals("the time is among those of the rows before")) {
      return outOfOrder(function);
    }
    if (condition.matches("the (methods|kinds|intervals) of the states differ")) {
      return OrderedRows.ofEachAggregate(function.family(), -1_000_000).stream()
          .map(before -> call(function, 3, hex(before)))
          .toList();
    }
    if (condition.matches("the values of the states? are not (before, in and behind|in) .*")) {
      return outside(function);
    }
    if (condition.matches("(a|the|either) blob is (not .* state|no digest)")
        || condition.equals("the state is any other blob")) {
      return spoiltStates(function);
    }
    if (condition.matches(".* not as described or change")
        || condition.matches(".* out of range or changes?")) {
      List<String> calls = beyond(function);
      calls.addAll(changing(function));
      return calls;
    }
    if (condition.matches(
        ".*(out of range|not from 0 to 1|not finite|too long|do not ascend).*|the bounds are equal"
            + "|holds a null or negative count|not 0 &lt;= lo &lt; hi &lt;= 1")) {
      return beyond(function);
    }
    if (condition.equals("the value is longer")) {
      return List.of(call(function, 1, "0x" + "6f".repeat(1025)));
    }
    if (condition.startsWith("doubles cannot tell the edges of so many bins")) {
      return List.of(
          "@"
              + function.name()
              + "((blob) 0x, "
              + (function.takesRows() ? value(function) + ", " : "")
              + "1e16, 1.0000000000000004e16, 100)");
    }
    if (condition.matches(
        "their (edges|relative errors|methods|kinds|intervals) differ|their ranges of time overlap|they are states of different .*")) {
      return unionsOfDifferentStates(function);
    }
    if (condition.matches("the count would exceed (2\\^(53|63-1)|8192)")) {
      if (function.types().contains("double")) {
        return List.of(call(function, 0, FULL_DIGEST));
      }
      if (OrderedRows.areOf(function.family())) {
        String full = hex(OrderedRows.full(function.family()));
        String later = hex(OrderedRows.later(function.family()));
        return List.of("@" + function.name() + "(" + full + ", " + later + ")");
      }
      String huge = hex(doubled(function));
      return List.of("@" + function.name() + "(" + huge + ", " + huge + ")");
    }
    if (condition.equals("a value is no integer of 64 bits")) {
      return Stream.of("2.5", "1e300", "NaN", "Infinity")
          .map("points_to_chunk(@chunk_accumulate((blob) 0x, (bigint) 1, (double) %s))"::formatted)
          .map(chunk -> "@" + function.name() + "(@" + chunk + ")")
          .toList();
    }
    if (condition.startsWith("no values have the sums of both")) {
      return List.of("@" + function.name() + "(" + String.join(", ", ALTERED_MOMENTS) + ")");
    }
    throw new AssertionError("no case for the documented error of " + function + ": " + condition);
  }

  /** Rows of which the last is at the time of another one, or between two. */
  private static List<String> outOfOrder(AnnotatedFunction function) {
    String one = added(function, "(blob) 0x", 1000, 1);
    String two = added(function, one, 3000, 2);
    String between = added(function, two, 2000, 2);
    // Rows of times alone cannot differ at one time.
    return isAnyValue(function, 2)
        ? List.of(added(function, one, 1000, 2), between)
        : List.of(between);
  }

  private static boolean isAnyValue(AnnotatedFunction function, int index) {
    return Literals.isAnyValue(function.parameterNames().get(index), function.types().get(index));
  }

  /** A call that adds a row to a state. */
  private static String added(AnnotatedFunction function, String state, int time, int value) {
    List<String> types = function.types();
    String second =
        isAnyValue(function, 2)
            ? Literals.of(value, types.get(2))
            : Literals.of(types.get(2), function.parameterNames().get(2));
    return "@%s(%s, (%s) %d, %s)".formatted(function.name(), state, types.get(1), time, second);
  }

  /** Spans of time that the values are not in. */
  private List<String> outside(AnnotatedFunction function) {
    int start = function.parameterNames().indexOf("start");
    return List.of(
        call(function, start, "(timestamp) '2020-01-01T00:00:00Z'"),
        call(function, start + 1, "(timestamp) '1960-01-01T00:00:00Z'"));
  }

  /** Calls with one value that is beyond its range, or a list with a null in it. */
  private List<String> beyond(AnnotatedFunction function) {
    List<String> calls = new ArrayList<>();
    for (int index = 0; index < function.types().size(); index++) {
      String known = function.parameterNames().get(index) + " " + function.types().get(index);
      for (String literal : BEYOND.getOrDefault(known, List.of())) {
        calls.add(call(function, index, literal));
      }
    }
    return calls;
  }

  /** Buckets that begin before the first time of a type. */
  private List<String> earliest(AnnotatedFunction function) {
    return List.of(
        call(function, 1, earliest(function.types().get(1))).replace("'1d'", "'999999999y'"),
        call(function, 1, earliest(function.types().get(1))).replace("'ms'", "'s'"));
  }

  private static String earliest(String type) {
    return switch (type) {
      case "date" -> "(date) 0";
      default -> "(" + type + ") -9223372036854775808";
    };
  }

  /** Two rows with different values of a parameter that has to be the same for all. */
  private List<String> changing(AnnotatedFunction function) {
    List<String> calls = new ArrayList<>();
    for (int index = 2; index < function.types().size(); index++) {
      String type = function.types().get(index);
      List<Object> accepted = Literals.accepted(function.parameterNames().get(index), type);
      String first = call(function, index, Literals.of(accepted.get(0), type));
      String second = call(function, index, Literals.of(accepted.get(1), type));
      calls.add(second.replace("(blob) 0x,", first + ","));
    }
    return calls;
  }

  private List<String> spoiltStates(AnnotatedFunction function) {
    List<byte[]> blobs = new ArrayList<>(List.of(new byte[1], new byte[5], new byte[16]));
    boolean hasOther = false;
    for (String family : states.families()) {
      if (!family.equals(function.family()) || function.takesRows()) {
        if (Effort.times(1) > 1 || !hasOther || random.nextInt(OTHER_FAMILIES) == 0) {
          blobs.add(states.of(family).get(0));
          hasOther = true;
        }
        continue;
      }
      byte[] state = states.acceptedBy(function);
      blobs.add(Arrays.copyOf(state, state.length - 1));
      blobs.add(Arrays.copyOf(state, state.length + 1));
      for (int offset = 0; offset < 8; offset++) {
        byte[] changed = state.clone();
        changed[offset] ^= (byte) 0x55;
        blobs.add(changed);
      }
      byte[] ones = state.clone();
      Arrays.fill(ones, 8, 16, (byte) 0xff);
      blobs.add(ones);
    }
    List<String> calls = new ArrayList<>();
    for (int index = 0; index < function.types().size(); index++) {
      if (function.isState(index)) {
        for (byte[] blob : blobs) {
          calls.add(call(function, index, hex(blob)));
        }
      }
    }
    return calls;
  }

  /** Each state with a few others: with all of them it would be ten thousand calls. */
  private List<String> unionsOfDifferentStates(AnnotatedFunction union) {
    List<String> calls = new ArrayList<>();
    List<byte[]> own = states.of(union.family());
    for (int left = 0; left < own.size(); left++) {
      for (int distance : DISTANCES) {
        byte[] right = own.get((left + distance) % own.size());
        calls.add("@" + union.name() + "(" + hex(own.get(left)) + ", " + hex(right) + ")");
      }
    }
    return calls;
  }

  /** A state that is united with itself until that is refused. */
  private byte[] doubled(AnnotatedFunction union) {
    byte[] state = states.acceptedBy(union);
    while (true) {
      try {
        ByteBuffer twice =
            (ByteBuffer) union.call(ByteBuffer.wrap(state.clone()), ByteBuffer.wrap(state.clone()));
        state = new byte[twice.remaining()];
        twice.duplicate().get(state);
      } catch (IllegalArgumentException refused) {
        return state;
      } catch (Throwable unexpected) {
        throw new AssertionError(union + " failed", unexpected);
      }
    }
  }

  /** A call with one literal of choice and accepted values for the rest. */
  private String call(AnnotatedFunction function, int chosen, String literal) {
    return IntStream.range(0, function.types().size())
        .mapToObj(
            index -> {
              String type = function.types().get(index);
              if (index == chosen) {
                return literal;
              }
              if (function.isState(index)) {
                return function.takesRows() || function.isNeighbour(index)
                    ? "(blob) 0x"
                    : hex(states.acceptedBy(function));
              }
              return Literals.of(type, function.parameterNames().get(index));
            })
        .collect(Collectors.joining(", ", "@" + function.name() + "(", ")"));
  }

  private static String value(AnnotatedFunction function) {
    return Literals.of(function.types().get(1), function.parameterNames().get(1));
  }

  private static String hex(byte[] blob) {
    return "(blob) 0x" + HexFormat.of().formatHex(blob);
  }
}
