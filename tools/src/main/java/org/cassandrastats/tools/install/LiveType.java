/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import java.util.List;
import org.cassandrastats.cql.catalogue.Parameter;

/** A user-defined type as {@code system_schema.types} holds it. */
record LiveType(String name, List<Parameter> fields) {
  /** Whether these are the first of the given fields, or all of them. */
  boolean startsLike(List<Parameter> wanted) {
    return fields.size() <= wanted.size()
        && comparable(fields).equals(comparable(wanted.subList(0, fields.size())));
  }

  private static List<String> comparable(List<Parameter> fields) {
    return fields.stream()
        .map(field -> field.name() + " " + TypeNames.unfrozen(field.type()))
        .toList();
  }
}
