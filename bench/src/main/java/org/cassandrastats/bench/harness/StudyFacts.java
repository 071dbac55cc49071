/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What a study is told, by name, in the order of its report. */
public final class StudyFacts {
  private final Map<String, String> facts = new LinkedHashMap<>();

  /** Adds a fact; the values of a list are separated by commas. */
  public StudyFacts add(String name, Object value) {
    facts.put(
        name,
        value instanceof Collection<?> values
            ? values.stream().map(Object::toString).collect(Collectors.joining(", "))
            : value.toString());
    return this;
  }

  /** Adds facts of another origin. */
  public StudyFacts addAll(Map<String, String> more) {
    facts.putAll(more);
    return this;
  }

  /** All facts. */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(facts);
  }
}
