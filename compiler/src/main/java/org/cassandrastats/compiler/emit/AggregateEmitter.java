/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import java.util.List;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Location;
import org.cassandrastats.udf.annotation.CqlFunction;

/** Turns the aggregates of a state function's annotation into those of one of its overloads. */
final class AggregateEmitter {
  private final List<Function> functions;

  AggregateEmitter(List<Function> functions) {
    this.functions = functions;
  }

  Aggregate emit(CqlFunction.Aggregate annotation, EmittedFunction accumulate) {
    Function state = accumulate.function();
    Location location = Facts.location(accumulate.source());
    Parameter first = state.parameters().isEmpty() ? null : state.parameters().get(0);
    if (first == null || !first.type().equals("blob") || !state.returns().equals("blob")) {
      throw new CompileException(
          location, "a state function takes a blob state first and returns it as a blob");
    }
    if (state.calledOnNullInput()) {
      throw new CompileException(
          location, "a state function skips null rows: leave calledOnNullInput = false");
    }
    String finish = accumulate.overload().finish(annotation);
    return new Aggregate(
        annotation.value(),
        state.family(),
        state.parameters().stream().skip(1).map(Parameter::type).toList(),
        state.name(),
        "blob",
        finish.isEmpty() ? null : finish,
        finish.isEmpty() ? "blob" : finisher(finish, location).returns(),
        annotation.summary(),
        Annotations.examples(annotation.examples()));
  }

  private Function finisher(String name, Location location) {
    return functions.stream()
        .filter(function -> function.signature().equals(name + "(blob)"))
        .findFirst()
        .orElseThrow(
            () ->
                new CompileException(
                    location,
                    "no function " + name + "(blob) finishes the aggregate; annotate one"));
  }
}
