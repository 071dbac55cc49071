/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A scalar function.
 *
 * @param name its unqualified name
 * @param family the family that it belongs to
 * @param parameters its parameters in order
 * @param returns the CQL type of its result
 * @param calledOnNullInput whether it is called when an argument is null
 * @param body its Java body
 * @param description what it computes
 * @param source the Java class and method that it is made from
 * @param examples known answers
 */
public record Function(
    String name,
    String family,
    List<Parameter> parameters,
    String returns,
    boolean calledOnNullInput,
    String body,
    String description,
    String source,
    List<Example> examples) {
  /** Columns of a line of a script. */
  private static final int WIDTH = 110;

  /** Copies the lists. */
  public Function {
    parameters = List.copyOf(parameters);
    examples = List.copyOf(examples);
  }

  /** Name and parameter types, for example {@code moments_mean(blob)}. */
  public String signature() {
    return name + parameters.stream().map(Parameter::type).collect(joining(", ", "(", ")"));
  }

  /** The statement that creates or replaces the function. */
  public String createStatement(String prefix) {
    String head = "CREATE OR REPLACE FUNCTION " + prefix + Identifier.quoteIfNeeded(name);
    String signature =
        parameters.stream()
            .map(
                parameter -> parameter.name() + " " + Parameter.qualified(parameter.type(), prefix))
            .collect(joining(", ", "(", ")"));
    return head
        + (head.length() + signature.length() < WIDTH ? " " : "\n  ")
        + signature
        + (calledOnNullInput ? "\n  CALLED" : "\n  RETURNS NULL")
        + " ON NULL INPUT RETURNS "
        + Parameter.qualified(returns, prefix)
        + " LANGUAGE java AS $$\n"
        + body
        + "$$";
  }
}
