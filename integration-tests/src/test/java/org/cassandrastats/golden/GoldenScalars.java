/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.compiler.parameters.ParameterValues;

/** What functions answer that take no state. */
final class GoldenScalars {
  /** Where days, weeks, months, years, clocks and timestamps begin or end. */
  private static final List<String> TIMES =
      List.of(
          "2026-11-21T10:42:00Z",
          "1969-12-31T23:59:59.999Z",
          "2026-03-29T00:59:59Z",
          "2026-03-29T01:00:00Z",
          "2026-10-25T00:30:00Z",
          "2028-02-29T12:00:00Z",
          "0004-03-01T00:00:00Z");

  private static final List<Object> VALUES =
      List.of(0.5, -0.1, 0.0, 1.0, 0.3, 2.75, Double.POSITIVE_INFINITY, Double.NaN);

  private GoldenScalars() {}

  static Map<String, Object> document() throws Throwable {
    List<Object> calls = new ArrayList<>();
    for (AnnotatedFunction function : Annotated.functions()) {
      // The version changes with every release.
      if (function.family().equals("scalars")
          && !function.types().isEmpty()
          && !function.types().contains("varint")
          && !function.types().contains("float")) {
        add(calls, function);
      }
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("calls", calls);
    return document;
  }

  private static void add(List<Object> calls, AnnotatedFunction function) throws Throwable {
    for (int round = 0; round < TIMES.size(); round++) {
      for (int variant = 0; variant < 6; variant++) {
        List<Object> arguments = new ArrayList<>();
        for (int index = 0; index < function.types().size(); index++) {
          String type = function.types().get(index);
          List<Object> accepted =
              ParameterValues.accepted(function.parameterNames().get(index), type);
          arguments.add(
              accepted.isEmpty()
                  ? value(function, index, round)
                  : accepted.get(variant % accepted.size()));
        }
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("call", function.name());
        call.put("types", function.types());
        call.put("arguments", arguments.stream().map(GoldenScalars::shown).toList());
        try {
          call.put("answer", GoldenFamily.shown(function.call(arguments.toArray())));
        } catch (IllegalArgumentException refused) {
          call.put("refused", true);
        }
        if (!calls.contains(call)) {
          calls.add(call);
        }
      }
    }
  }

  private static Object value(AnnotatedFunction function, int index, int round) {
    Instant at = Instant.parse(TIMES.get(round));
    return switch (function.types().get(index)) {
      case "timestamp" ->
          function.parameterNames().get(index).equals("origin")
              ? Instant.parse("2026-01-01T00:00:00Z")
              : at;
      case "date" -> LocalDate.ofInstant(at, java.time.ZoneOffset.UTC);
      case "bigint" -> at.getEpochSecond();
      case "double" -> VALUES.get(round);
      default -> throw new IllegalArgumentException(function.signature());
    };
  }

  /** Of a date the days since 1970. */
  private static Object shown(Object argument) {
    return argument instanceof LocalDate date
        ? (Object) date.toEpochDay()
        : GoldenFamily.shown(argument);
  }
}
