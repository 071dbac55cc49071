/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.util.stream.Collectors;
import org.apache.cassandra.cql3.functions.Function;

/** Functions as Cassandra writes them in its messages. */
final class Signatures {
  private Signatures() {}

  /** For example {@code stats.mean : (double) -> double}. */
  static String text(Function function) {
    return function.name()
        + function.argTypes().stream()
            .map(type -> type.asCQL3Type().toString())
            .collect(Collectors.joining(", ", " : (", ") -> "))
        + function.returnType().asCQL3Type();
  }
}
