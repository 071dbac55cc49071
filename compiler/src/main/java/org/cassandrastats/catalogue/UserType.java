/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A user-defined type that functions return.
 *
 * @param name its unqualified name
 * @param fields its fields in order
 * @param description what it holds
 */
public record UserType(String name, List<Parameter> fields, String description) {
  /** Copies the list. */
  public UserType {
    fields = List.copyOf(fields);
  }

  /** The statement that creates the type where it does not exist. */
  public String createStatement(String prefix) {
    return fields.stream()
        .map(field -> "  " + Identifier.quoteIfNeeded(field.name()) + " " + field.type())
        .collect(
            joining(
                ",\n",
                "CREATE TYPE IF NOT EXISTS " + prefix + Identifier.quoteIfNeeded(name) + " (\n",
                "\n)"));
  }
}
