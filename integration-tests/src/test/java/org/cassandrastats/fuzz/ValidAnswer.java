/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;

/** What is wrong with an answer whatever was asked: a number that is not finite. */
final class ValidAnswer {
  private ValidAnswer() {}

  /** The problem in words, or null. */
  static String problem(Object answer) {
    if (answer instanceof Double || answer instanceof Float) {
      return Double.isFinite(((Number) answer).doubleValue()) ? null : "answered " + answer;
    }
    if (answer instanceof String text) {
      return text.contains("NaN") || text.contains("Infinity") ? "answered " + text : null;
    }
    if (answer instanceof Map<?, ?> map) {
      String keys = problem(map.keySet());
      return keys == null ? problem(map.values()) : keys;
    }
    if (answer instanceof Collection<?> elements) {
      for (Object element : elements) {
        String problem = element == null ? "answered a null in " + answer : problem(element);
        if (problem != null) {
          return problem;
        }
      }
      return null;
    }
    if (answer != null && answer.getClass().getName().startsWith("org.cassandrastats.")) {
      return problemOfFields(answer);
    }
    return null;
  }

  private static String problemOfFields(Object answer) {
    for (Field field : answer.getClass().getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      try {
        String problem = problem(field.get(answer));
        if (problem != null) {
          return problem + " in " + field.getName();
        }
      } catch (IllegalAccessException hidden) {
        throw new IllegalStateException(hidden);
      }
    }
    return null;
  }
}
