/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.cassandrastats.catalogue.Aggregate;

/** An aggregate as {@code system_schema.aggregates} holds it; what it lacks is null. */
public record LiveAggregate(
    Signature signature,
    String stateFunction,
    String stateType,
    String finalFunction,
    String initialCondition,
    String returns) {
  /** What every aggregate of the pack starts from: the empty blob. */
  public static final String INITIAL_CONDITION = "0x";

  public Signature stateSignature() {
    List<String> types = new ArrayList<>();
    types.add(stateType);
    types.addAll(signature.types());
    return new Signature(stateFunction, types);
  }

  public boolean uses(Signature function) {
    return stateSignature().equals(function)
        || (finalFunction != null
            && new Signature(finalFunction, List.of(stateType)).equals(function));
  }

  public boolean isDefinedAs(Aggregate aggregate) {
    return stateFunction.equals(aggregate.stateFunction())
        && TypeNames.unfrozen(stateType).equals(TypeNames.unfrozen(aggregate.stateType()))
        && Objects.equals(finalFunction, aggregate.finalFunction())
        && INITIAL_CONDITION.equals(initialCondition)
        && returns(aggregate.returns());
  }

  public boolean returns(String type) {
    return TypeNames.unfrozen(returns).equals(TypeNames.unfrozen(type));
  }
}
