/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.NumericTypes;
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
    return family(accumulate);
  }

  /** The family of a function: the last segment of its package. */
  static String family(Method method) {
    String name = method.getDeclaringClass().getPackageName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Whether it takes arguments of these types.
   *
   * @param types names of CQL types, null where a constant may have several
   */
  boolean accepts(List<String> types) {
    List<Parameter> parameters = arguments();
    if (parameters.size() != types.size()) {
      return false;
    }
    for (int i = 0; i < types.size(); i++) {
      Overloads overloads = parameters.get(i).getAnnotation(Overloads.class);
      if (overloads != null
          && types.get(i) != null
          && !NumericTypes.accepted(List.of(overloads.value())).containsKey(types.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The name of the function that finishes a state of these types; empty if none does. */
  String finish(List<String> types) {
    String name = annotation.finish();
    List<Parameter> parameters = arguments();
    for (int i = 0; i < types.size(); i++) {
      Overloads overloads = parameters.get(i).getAnnotation(Overloads.class);
      if (overloads != null && types.get(i) != null) {
        String named = NumericTypes.accepted(List.of(overloads.value())).get(types.get(i));
        name = name.replace("{" + parameters.get(i).getName() + "}", named);
      }
    }
    return name;
  }

  /** What it takes, for messages: {@code mean(int | bigint | float | double)}. */
  String signature() {
    List<String> types = new ArrayList<>();
    for (Parameter parameter : arguments()) {
      Overloads overloads = parameter.getAnnotation(Overloads.class);
      types.add(overloads == null ? parameter.getName() : String.join(" | ", overloads.value()));
    }
    return name() + "(" + String.join(", ", types) + ")";
  }

  private List<Parameter> arguments() {
    Parameter[] parameters = accumulate.getParameters();
    return Arrays.asList(parameters).subList(1, parameters.length);
  }
}
