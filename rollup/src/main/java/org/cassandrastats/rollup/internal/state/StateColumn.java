/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A column of the rollup that holds states.
 *
 * @param name as the schema has it
 * @param aggregate what gives the states, in CQL
 * @param family of the states
 */
public record StateColumn(String name, String aggregate, String family) {
  /** What a rollup with some columns holds, for its definition. */
  static Map<String, String> contents(List<StateColumn> columns) {
    Map<String, String> states = new LinkedHashMap<>();
    columns.forEach(column -> states.put(column.name(), column.aggregate()));
    return states;
  }

  /** The name in CQL. */
  String quoted() {
    return Identifier.quoteIfNeeded(name);
  }

  /** The server jar's class for columns of such states. */
  String typeClass() {
    return Arrays.stream(family.split("_"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining("", "org.cassandrastats.types.", "Type"));
  }
}
