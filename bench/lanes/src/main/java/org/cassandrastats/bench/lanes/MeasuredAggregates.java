/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;

/** Which overloads are measured: one of double values, with keys of type bigint, or of states. */
final class MeasuredAggregates {
  private static final Set<String> FIRST_TYPES = Set.of("double", "blob");
  private static final Set<String> KEYS_NOT_MEASURED = Set.of("timestamp", "double");

  private MeasuredAggregates() {}

  /**
   * The signatures of the aggregates, one for each state function.
   *
   * @param only names; empty for all
   */
  static List<String> of(Catalogue catalogue, List<String> only) {
    Set<String> stateFunctions = new HashSet<>();
    return catalogue.aggregates().stream()
        .filter(aggregate -> only.isEmpty() || only.contains(aggregate.name()))
        .filter(aggregate -> isMeasured(catalogue, aggregate))
        .filter(
            aggregate -> stateFunctions.add(StateFunctions.of(catalogue, aggregate).signature()))
        .map(Aggregate::signature)
        .toList();
  }

  private static boolean isMeasured(Catalogue catalogue, Aggregate aggregate) {
    return FIRST_TYPES.contains(aggregate.arguments().get(0))
        && StateFunctions.of(catalogue, aggregate).parameters().stream()
            .noneMatch(
                parameter ->
                    parameter.name().equals("key") && KEYS_NOT_MEASURED.contains(parameter.type()));
  }
}
