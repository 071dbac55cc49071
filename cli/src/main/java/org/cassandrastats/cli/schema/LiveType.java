/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.List;
import org.cassandrastats.catalogue.Parameter;

/** A user-defined type as {@code system_schema.types} holds it. */
public record LiveType(String name, List<Parameter> fields) {
  /** Whether these are the first of the given fields, or all of them. */
  public boolean startsLike(List<Parameter> wanted) {
    return fields.size() <= wanted.size()
        && comparable(fields).equals(comparable(wanted.subList(0, fields.size())));
  }

  private static List<String> comparable(List<Parameter> fields) {
    return fields.stream()
        .map(field -> field.name() + " " + TypeNames.unfrozen(field.type()))
        .toList();
  }
}
