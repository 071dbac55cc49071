/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Expression;
import org.cassandrastats.udf.annotation.Overload;

/** Calls of scalar functions on merged states: they run here. */
final class Accessors {
  private final PackFunctions functions;
  private final Function<Expression, Selection.Output> compiler;

  /**
   * Accessors whose arguments are states.
   *
   * @param compiler finds out what an argument that is a call gives
   */
  Accessors(PackFunctions functions, Function<Expression, Selection.Output> compiler) {
    this.functions = functions;
    this.compiler = compiler;
  }

  Selection.Output output(Expression.Call call) {
    List<Method> methods = functions.functions(call.name());
    if (methods.isEmpty()) {
      throw new StatsException(
          "There is no function %s: known are count, min, max, sum, avg, these aggregates of the pack: %s; and what is asked of their states."
              .formatted(call.name(), functions.mergeable(null)));
    }
    if (call.arguments().stream().noneMatch(Expression.Call.class::isInstance)) {
      throw new StatsException(
          "%s is no aggregate: expected one inside it, such as %s(%s(value))."
              .formatted(call.cql(), call.name(), Overload.family(methods.get(0))));
    }
    List<Selection.Output> states = new ArrayList<>();
    for (Expression argument : call.arguments()) {
      states.add(argument instanceof Expression.Call ? compiler.apply(argument) : null);
    }
    for (Method method : methods) {
      Optional<List<Selection.Output>> arguments = arguments(call, states, method);
      if (arguments.isPresent()) {
        return called(method, arguments.get());
      }
    }
    throw JavaCall.refused(
        call.cql(), methods.stream().map(Accessors::signature).collect(Collectors.joining(" or ")));
  }

  private static Selection.Output called(Method method, List<Selection.Output> arguments) {
    boolean isState = method.getReturnType() == ByteBuffer.class;
    return new Selection.Output(
        isState ? Overload.family(method) : null,
        method.getGenericReturnType(),
        merged ->
            JavaCall.of(
                method, arguments.stream().map(one -> one.value().apply(merged)).toArray()));
  }

  /** The arguments as a method has them; empty if they do not fit. */
  private static Optional<List<Selection.Output>> arguments(
      Expression.Call call, List<Selection.Output> states, Method method) {
    Type[] types = method.getGenericParameterTypes();
    if (types.length != call.arguments().size()) {
      return Optional.empty();
    }
    List<Selection.Output> arguments = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      Optional<Selection.Output> argument =
          states.get(i) != null
              ? state(states.get(i), types[i], method)
              : constant(call.arguments().get(i), types[i]);
      if (argument.isEmpty()) {
        return Optional.empty();
      }
      arguments.add(argument.get());
    }
    return Optional.of(arguments);
  }

  private static Optional<Selection.Output> state(
      Selection.Output output, Type type, Method method) {
    boolean fits =
        type == ByteBuffer.class
            ? Overload.family(method).equals(output.family())
            : type.equals(output.type());
    return fits ? Optional.of(output) : Optional.empty();
  }

  private static Optional<Selection.Output> constant(Expression argument, Type type) {
    if (!(argument instanceof Expression.Literal literal)) {
      return Optional.empty();
    }
    if (literal.value() == null) {
      return Optional.of(Selection.Output.last(merged -> null));
    }
    return JavaCall.convert(literal.value(), type)
        .map(value -> Selection.Output.last(merged -> value));
  }

  private static String signature(Method method) {
    String family = Overload.family(method);
    return Arrays.stream(method.getGenericParameterTypes())
        .map(type -> type == ByteBuffer.class ? "a " + family + " state" : JavaCall.name(type))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
