/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.FunctionIndex;
import org.cassandrastats.udf.annotation.Overload;

/** The functions and aggregates of the pack by their names, as their annotations say. */
public final class StatsFunctions {
  private final Map<String, NamedFunction> functions = new TreeMap<>();

  private StatsFunctions(List<Method> methods) {
    FunctionIndex index = new FunctionIndex(methods);
    for (Method method : methods) {
      for (Overload overload : Overload.accepted(method)) {
        String name = method.getAnnotation(CqlFunction.class).value();
        named(name).add(new ScalarCandidate(overload, StateFunction.finish(method, index)));
      }
    }
    for (FunctionIndex.AggregateMethod aggregate : index.aggregates()) {
      for (Overload overload : Overload.accepted(aggregate.accumulate())) {
        named(aggregate.name()).add(new AggregateCandidate(overload, aggregate, index));
      }
    }
  }

  private NamedFunction named(String name) {
    return functions.computeIfAbsent(name, NamedFunction::new);
  }

  /** Those of the classes of this jar, which are read once. */
  public static StatsFunctions all() {
    return Known.ALL;
  }

  private static final class Known {
    static final StatsFunctions ALL = load();
  }

  private static StatsFunctions load() {
    try {
      List<Method> methods =
          new ArrayList<>(AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class));
      methods.addAll(AnnotatedMethods.of(SparkFunctions.class));
      return new StatsFunctions(methods);
    } catch (IOException | ClassNotFoundException unreadable) {
      throw new UnsupportedOperationException(
          "the functions of cassandra-stats cannot be listed: expected them in the jar of "
              + StatsFunctions.class.getName(),
          unreadable);
    }
  }

  /** All names, in their order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(functions.keySet());
  }

  /** The overloads of a name in lower case; null without any. */
  public UnboundFunction function(String name) {
    return functions.get(name);
  }
}
