/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types.catalogue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.NumericTypes;
import org.cassandrastats.udf.annotation.Overloads;

/** Every function and aggregate that the annotations promise, with all their overloads. */
public final class NativeCatalogue {
  private final List<Overload> functions;
  private final List<AggregateOverload> aggregates;

  private NativeCatalogue(List<Overload> functions, List<AggregateOverload> aggregates) {
    this.functions = functions;
    this.aggregates = aggregates;
  }

  /**
   * Reads the annotations of the classes of this jar.
   *
   * @param keyspace of the functions, and so of their user-defined types
   */
  public static NativeCatalogue read(String keyspace) throws IOException, ClassNotFoundException {
    CqlTypes types = new CqlTypes(keyspace);
    List<Overload> functions = new ArrayList<>();
    // The jar holds three modules, which are three directories in a build.
    for (Method method :
        AnnotatedMethods.beside(
            CqlFunction.class, MomentsAggregates.class, NativeCatalogue.class)) {
      functions.addAll(overloads(method, types));
    }
    List<AggregateOverload> aggregates = new ArrayList<>();
    for (Overload state : functions) {
      for (CqlFunction.Aggregate aggregate : state.annotation().aggregates()) {
        aggregates.add(
            new AggregateOverload(aggregate.value(), state, finish(aggregate, state, functions)));
      }
    }
    return new NativeCatalogue(
        Collections.unmodifiableList(functions), Collections.unmodifiableList(aggregates));
  }

  /** All overloads of all functions. */
  public List<Overload> functions() {
    return functions;
  }

  /** All overloads of all aggregates. */
  public List<AggregateOverload> aggregates() {
    return aggregates;
  }

  private static Overload finish(
      CqlFunction.Aggregate aggregate, Overload state, List<Overload> functions) {
    if (aggregate.finish().isEmpty()) {
      return null;
    }
    String name = state.finish(aggregate);
    for (Overload function : functions) {
      if (function.name().equals(name) && function.types().equals(List.of(BytesType.instance))) {
        return function;
      }
    }
    throw new IllegalStateException(
        "the aggregate " + aggregate.value() + " is finished by " + name + "(blob): not found");
  }

  /** All combinations of what the parameters accept. */
  private static List<Overload> overloads(Method method, CqlTypes types) {
    List<List<String>> named = List.of(List.of());
    List<List<AbstractType<?>>> accepted = List.of(List.of());
    for (Parameter parameter : method.getParameters()) {
      List<List<String>> longerNamed = new ArrayList<>();
      List<List<AbstractType<?>>> longerAccepted = new ArrayList<>();
      for (int head = 0; head < named.size(); head++) {
        Overloads overloads = parameter.getAnnotation(Overloads.class);
        if (overloads == null) {
          longerNamed.add(append(named.get(head), null));
          longerAccepted.add(
              append(accepted.get(head), types.of(parameter.getParameterizedType())));
          continue;
        }
        Map<String, String> choices = NumericTypes.accepted(Arrays.asList(overloads.value()));
        for (Map.Entry<String, String> choice : choices.entrySet()) {
          longerNamed.add(append(named.get(head), choice.getValue()));
          longerAccepted.add(append(accepted.get(head), CqlTypes.named(choice.getKey())));
        }
      }
      named = longerNamed;
      accepted = longerAccepted;
    }
    AbstractType<?> returns = types.of(method.getGenericReturnType());
    List<Overload> overloads = new ArrayList<>();
    for (int index = 0; index < named.size(); index++) {
      overloads.add(new Overload(method, accepted.get(index), named.get(index), returns));
    }
    return overloads;
  }

  private static <T> List<T> append(List<T> head, T last) {
    List<T> longer = new ArrayList<>(head);
    longer.add(last);
    return Collections.unmodifiableList(longer);
  }
}
