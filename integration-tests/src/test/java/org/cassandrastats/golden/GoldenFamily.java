/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.OrderedRows;
import org.cassandrastats.compiler.parameters.ParameterValues;
import org.cassandrastats.udf.state.Checksum;

/** The states of a family, what its functions answer, what merges and what is refused. */
final class GoldenFamily {
  /** Longer lists of numbers are told by their checksum. */
  private static final int SHOWN = 64;

  /** Bytes of a state that is too large to be an answer. */
  private static final int LARGE = 1 << 16;

  private final String family;
  private final List<GoldenState> states;
  private final List<AnnotatedFunction> questions;

  GoldenFamily(String family, List<GoldenState> states) {
    this.family = family;
    this.states = states;
    this.questions = questions(family);
  }

  /** Functions of one state, each method once, but for those that go on adding rows. */
  private static List<AnnotatedFunction> questions(String family) {
    Set<Object> methods = new HashSet<>();
    return Annotated.functions().stream()
        .filter(function -> function.name().startsWith(family + "_") && !function.takesRows())
        .filter(function -> function.types().size() < 2 || !function.isState(1))
        .filter(function -> methods.add(function.method()))
        .toList();
  }

  Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("family", family);
    document.put("states", states.stream().map(this::described).toList());
    document.put("merges", merges());
    document.put("refusals", GoldenRefusals.of(family, bases()));
    return document;
  }

  private Map<String, Object> described(GoldenState state) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", state.name());
    described.put("aggregate", state.aggregate());
    described.put("arguments", state.arguments());
    described.put("rows", state.rows());
    described.put("state", state.bytes());
    List<Object> answers = new ArrayList<>();
    for (AnnotatedFunction function : questions) {
      List<List<Object>> asked = arguments(function, state);
      // Large states are asked once.
      for (List<Object> arguments : state.rows() == null ? asked.subList(0, 1) : asked) {
        Map<String, Object> answer = answer(function, state.bytes(), arguments);
        // Final states are nearly always their own, and a large one need not stand there twice.
        boolean isLarge =
            answer.get("answer") instanceof ByteBuffer bytes && bytes.remaining() > LARGE;
        if (!isLarge && !state.bytes().equals(answer.get("answer"))) {
          answers.add(answer);
        }
      }
    }
    described.put("answers", answers);
    return described;
  }

  /** Lists of arguments behind the state, as many as the parameters have accepted values. */
  private static List<List<Object>> arguments(AnnotatedFunction function, GoldenState state) {
    List<List<Object>> asked = new ArrayList<>();
    int variants = function.types().size() == 1 ? 1 : 3;
    for (int variant = 0; variant < variants; variant++) {
      List<Object> arguments = new ArrayList<>();
      for (int index = 1; index < function.types().size(); index++) {
        String name = function.parameterNames().get(index);
        String type = function.types().get(index);
        List<Object> accepted = ParameterValues.accepted(name, type);
        arguments.add((accepted.isEmpty() ? others(name, state) : accepted).get(variant));
      }
      asked.add(arguments);
    }
    return asked;
  }

  private static List<Object> others(String name, GoldenState state) {
    return switch (name) {
      case "value" -> List.of(0.25, -3.0, 40.0);
      case "low" -> List.of(0.25, -3.0, 0.5);
      case "high" -> List.of(1.5, 40.0, 0.0);
      case "since" -> millis(2000, 0, -1000);
      case "until" -> millis(5000, 1000, 500_000);
      case "before" ->
          List.of(
              ByteBuffer.allocate(0), neighbour(state, -100_000, 2), neighbour(state, -70_000, 20));
      case "after" ->
          List.of(
              neighbour(state, 7_200_000, 9),
              ByteBuffer.allocate(0),
              neighbour(state, 4_000_000, 0));
      default -> throw new IllegalArgumentException("no values for the parameter " + name);
    };
  }

  /** The state of a neighbour, of one value. */
  private static ByteBuffer neighbour(GoldenState state, long time, double value) {
    String aggregate = state.aggregate();
    return OrderedRows.state(aggregate.substring(0, aggregate.indexOf('(')), time, value);
  }

  private static List<Object> millis(long... times) {
    return Arrays.stream(times).mapToObj(time -> (Object) Instant.ofEpochMilli(time)).toList();
  }

  private static Map<String, Object> answer(
      AnnotatedFunction function, ByteBuffer state, List<Object> arguments) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("call", function.name());
    if (!arguments.isEmpty()) {
      answer.put("arguments", arguments.stream().map(GoldenFamily::shown).toList());
    }
    List<Object> all = new ArrayList<>(List.of(GoldenState.copy(state)));
    all.addAll(arguments);
    try {
      answer.put("answer", shown(function.call(all.toArray())));
    } catch (IllegalArgumentException refused) {
      answer.put("refused", true);
    } catch (Throwable failed) {
      throw new IllegalStateException(function + " of " + arguments, failed);
    }
    return answer;
  }

  /** A value as JSON has it; of a timestamp the milliseconds. */
  @SuppressWarnings("JavaUtilDate")
  static Object shown(Object value) {
    if (value instanceof Instant instant) {
      return instant.toEpochMilli();
    }
    if (value instanceof Date date) {
      return date.getTime();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("keys", shown(List.copyOf(map.keySet())));
      shown.put("values", shown(List.copyOf(map.values())));
      return shown;
    }
    if (value instanceof List<?> list && list.size() > SHOWN && list.get(0) instanceof Number) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("length", list.size());
      shown.put("first", list.subList(0, 3));
      shown.put("last", list.subList(list.size() - 3, list.size()));
      shown.put("checksum", checksum(list));
      return shown;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(GoldenFamily::shown).toList();
    }
    if (value != null && value.getClass().getName().startsWith("org.cassandrastats.")) {
      return fields(value);
    }
    return value;
  }

  /** Of the elements as eight bytes each, big-endian. */
  private static String checksum(List<?> list) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * list.size());
    for (Object element : list) {
      if (element instanceof Double || element instanceof Float) {
        bytes.putDouble(((Number) element).doubleValue());
      } else {
        bytes.putLong(((Number) element).longValue());
      }
    }
    return "%016x".formatted(Checksum.of(bytes, bytes.capacity()));
  }

  private static Map<String, Object> fields(Object value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    try {
      for (Field field : value.getClass().getFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.put(field.getName().toLowerCase(Locale.ROOT), field.get(value));
        }
      }
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(hidden);
    }
    return fields;
  }

  /** Each state with the next one: some have the same parameters, and some have not. */
  private List<Object> merges() {
    AnnotatedFunction union =
        Annotated.functions().stream()
            .filter(function -> function.name().equals(family + "_union"))
            .findFirst()
            .orElseThrow();
    List<Object> merges = new ArrayList<>();
    for (int index = 1; index < states.size(); index++) {
      GoldenState left = states.get(index - 1);
      GoldenState right = states.get(index);
      if (left.rows() == null || right.rows() == null) {
        continue;
      }
      Map<String, Object> merge = new LinkedHashMap<>();
      merge.put("left", left.name());
      merge.put("right", right.name());
      try {
        merge.put(
            "merged", union.call(GoldenState.copy(left.bytes()), GoldenState.copy(right.bytes())));
      } catch (IllegalArgumentException refused) {
        merge.put("refused", true);
      } catch (Throwable failed) {
        throw new IllegalStateException(left.name() + " and " + right.name(), failed);
      }
      merges.add(merge);
    }
    return merges;
  }

  /** A small state of every aggregate, to be altered. */
  private List<GoldenState> bases() {
    return states.stream().filter(state -> "ten".equals(state.rows())).toList();
  }
}
