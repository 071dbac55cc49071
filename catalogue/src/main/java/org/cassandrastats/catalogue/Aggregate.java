/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * An aggregate.
 *
 * @param name its unqualified name
 * @param family the family that it belongs to
 * @param arguments the CQL types of its arguments
 * @param stateFunction the name of its state function
 * @param stateType the CQL type of its state
 * @param finalFunction the name of the function that finishes the state, or null
 * @param initialCondition the state before the first row, as CQL writes it
 * @param returns the CQL type of its result
 * @param description what it computes
 * @param examples known answers
 */
public record Aggregate(
    String name,
    String family,
    List<String> arguments,
    String stateFunction,
    String stateType,
    String finalFunction,
    String initialCondition,
    String returns,
    String description,
    List<Example> examples) {
  /** Copies the lists. */
  public Aggregate {
    arguments = List.copyOf(arguments);
    examples = List.copyOf(examples);
  }

  /** Name and argument types, for example {@code mean(double)}. */
  public String signature() {
    return name + arguments.stream().collect(joining(", ", "(", ")"));
  }

  /** Whether its result is a state, and not the bytes of a value. */
  public boolean givesState() {
    return returns.equals("blob") && (finalFunction == null || !finalFunction.endsWith("_blob"));
  }

  /** The statement that creates or replaces the aggregate. */
  public String createStatement(String prefix) {
    return "CREATE OR REPLACE AGGREGATE "
        + prefix
        + Identifier.quoteIfNeeded(name)
        + arguments.stream().collect(joining(", ", " (", ")"))
        + "\n  SFUNC "
        + stateFunction
        + " STYPE "
        + stateType
        + (finalFunction == null ? "" : " FINALFUNC " + finalFunction)
        + " INITCOND "
        + initialCondition;
  }
}
