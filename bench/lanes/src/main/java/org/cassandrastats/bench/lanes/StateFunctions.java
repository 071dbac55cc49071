/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;

/** What an aggregate calls for every row. */
final class StateFunctions {
  private StateFunctions() {}

  static Function of(Catalogue catalogue, Aggregate aggregate) {
    List<String> types = new ArrayList<>(List.of(aggregate.stateType()));
    types.addAll(aggregate.arguments());
    return catalogue.functions().stream()
        .filter(
            function ->
                function.name().equals(aggregate.stateFunction())
                    && function.parameters().stream().map(Parameter::type).toList().equals(types))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no state function of " + aggregate.signature()));
  }
}
