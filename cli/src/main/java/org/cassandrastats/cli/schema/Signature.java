/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.List;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * What tells one function or aggregate of a keyspace from another.
 *
 * @param name unquoted
 * @param types of the arguments, without {@code frozen}
 */
public record Signature(String name, List<String> types) {
  public Signature {
    types = TypeNames.unfrozen(types);
  }

  public static Signature of(Function function) {
    return new Signature(
        function.name(), function.parameters().stream().map(Parameter::type).toList());
  }

  public static Signature of(Aggregate aggregate) {
    return new Signature(aggregate.name(), aggregate.arguments());
  }

  /** As CQL, qualified: {@code stats.mean(double)}. */
  public String qualified(String keyspace) {
    return Identifier.quoteIfNeeded(keyspace) + "." + this;
  }

  @Override
  public String toString() {
    return Identifier.quoteIfNeeded(name) + "(" + String.join(", ", types) + ")";
  }
}
