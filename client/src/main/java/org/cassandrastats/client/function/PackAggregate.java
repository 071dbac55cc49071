/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.Overloads;

/**
 * An aggregate of the pack.
 *
 * @param accumulate its state function, whose first parameter is the state
 * @param annotation what is promised of it
 */
record PackAggregate(Method accumulate, CqlFunction.Aggregate annotation) {
  String name() {
    return annotation.value();
  }

  String family() {
    return Overload.family(accumulate);
  }

  /**
   * Whether it takes arguments of these types.
   *
   * @param types names of CQL types, null where a constant may have several
   */
  boolean accepts(List<String> types) {
    return overload(types).isPresent();
  }

  /** The name of the function that finishes a state of these types; empty if none does. */
  String finish(List<String> types) {
    return overload(types).orElseThrow().finish(annotation);
  }

  private Optional<Overload> overload(List<String> types) {
    return Overload.accepted(accumulate).stream()
        .filter(overload -> overload.takesBehindState(types))
        .findFirst();
  }

  /** What it takes, for messages: {@code mean(int | bigint | float | double)}. */
  String signature() {
    List<String> types = new ArrayList<>();
    Parameter[] parameters = accumulate.getParameters();
    for (Parameter parameter : Arrays.asList(parameters).subList(1, parameters.length)) {
      Overloads overloads = parameter.getAnnotation(Overloads.class);
      types.add(overloads == null ? parameter.getName() : String.join(" | ", overloads.value()));
    }
    return name() + "(" + String.join(", ", types) + ")";
  }
}
