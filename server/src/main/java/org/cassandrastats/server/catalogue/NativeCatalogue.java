/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;

/** Every function and aggregate that the annotations promise, with all their overloads. */
public final class NativeCatalogue {
  private final List<TypedOverload> functions;
  private final List<AggregateOverload> aggregates;

  private NativeCatalogue(List<TypedOverload> functions, List<AggregateOverload> aggregates) {
    this.functions = functions;
    this.aggregates = aggregates;
  }

  /**
   * Reads the annotations of the classes of this jar.
   *
   * @param keyspace of the functions, and so of their user-defined types
   */
  public static NativeCatalogue read(String keyspace) throws IOException, ClassNotFoundException {
    CassandraTypes types = new CassandraTypes(keyspace);
    List<TypedOverload> functions = new ArrayList<>();
    // The jar holds two modules of functions, which are two directories in a build. Not all classes
    // of this module can be loaded by one version of Cassandra.
    List<Method> methods =
        new ArrayList<>(AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class));
    methods.addAll(AnnotatedMethods.of(JarVersion.class));
    for (Method method : methods) {
      functions.addAll(overloads(method, types));
    }
    List<AggregateOverload> aggregates = new ArrayList<>();
    for (TypedOverload state : functions) {
      for (CqlFunction.Aggregate aggregate : Overload.aggregates(state.method())) {
        aggregates.add(
            new AggregateOverload(aggregate, state, finish(aggregate, state, functions)));
      }
    }
    return new NativeCatalogue(
        Collections.unmodifiableList(functions), Collections.unmodifiableList(aggregates));
  }

  /** All overloads of all functions. */
  public List<TypedOverload> functions() {
    return functions;
  }

  /** All overloads of all aggregates. */
  public List<AggregateOverload> aggregates() {
    return aggregates;
  }

  private static TypedOverload finish(
      CqlFunction.Aggregate aggregate, TypedOverload state, List<TypedOverload> functions) {
    if (aggregate.finish().isEmpty()) {
      return null;
    }
    String name = state.finish(aggregate);
    for (TypedOverload function : functions) {
      if (function.name().equals(name) && function.types().equals(List.of(BytesType.instance))) {
        return function;
      }
    }
    throw new IllegalStateException(
        "the aggregate " + aggregate.value() + " is finished by " + name + "(blob): not found");
  }

  private static List<TypedOverload> overloads(Method method, CassandraTypes types) {
    Type[] parameters = method.getGenericParameterTypes();
    String named = method.getAnnotation(CqlFunction.class).returns();
    AbstractType<?> returns =
        named.isEmpty() ? types.of(method.getGenericReturnType()) : CassandraTypes.named(named);
    List<TypedOverload> typed = new ArrayList<>();
    for (Overload overload : Overload.accepted(method)) {
      List<AbstractType<?>> arguments = new ArrayList<>();
      for (int index = 0; index < parameters.length; index++) {
        String type = overload.type(index);
        arguments.add(type == null ? types.of(parameters[index]) : CassandraTypes.named(type));
      }
      typed.add(new TypedOverload(overload, Collections.unmodifiableList(arguments), returns));
    }
    return typed;
  }
}
