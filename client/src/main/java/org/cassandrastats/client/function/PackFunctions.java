/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.Overloads;

/** The functions and aggregates of the pack, as their annotations say. */
public final class PackFunctions {
  private final List<Method> functions;
  private final List<PackAggregate> aggregates = new ArrayList<>();

  private PackFunctions(List<Method> functions) {
    this.functions = functions;
    for (Method method : functions) {
      for (CqlFunction.Aggregate aggregate : method.getAnnotation(CqlFunction.class).aggregates()) {
        aggregates.add(new PackAggregate(method, aggregate));
      }
    }
  }

  /** Reads the annotations of the classes on the class path. */
  public static PackFunctions load() {
    try {
      return new PackFunctions(AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class));
    } catch (IOException | ClassNotFoundException unreadable) {
      throw new IllegalStateException(
          "the classes of cassandra-stats-udf and cassandra-stats-uda cannot be listed",
          unreadable);
    }
  }

  /** The scalar functions of a name. */
  List<Method> functions(String name) {
    return functions.stream()
        .filter(method -> method.getAnnotation(CqlFunction.class).value().equals(name))
        .toList();
  }

  /** The aggregates of a name, one for each shape of arguments. */
  List<PackAggregate> aggregates(String name) {
    return aggregates.stream().filter(aggregate -> aggregate.name().equals(name)).toList();
  }

  /** The function of a name that takes nothing but a state. */
  Method accessor(String name) {
    return functions(name).stream()
        .filter(method -> List.of(method.getParameterTypes()).equals(List.of(ByteBuffer.class)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no function " + name + "(blob)"));
  }

  /** The aggregate that gives the state of an aggregate, so that it can be merged. */
  Optional<PackAggregate> stateOf(PackAggregate aggregate) {
    if (union(aggregate.family()).isEmpty()) {
      return Optional.empty();
    }
    return givesState(aggregate)
        ? Optional.of(aggregate)
        : aggregates.stream()
            .filter(other -> other.accumulate().equals(aggregate.accumulate()))
            .filter(this::givesState)
            .findFirst();
  }

  /** What joins two states of a family. */
  Optional<Method> union(String family) {
    return functions(family + "_union").stream()
        .filter(method -> Overload.family(method).equals(family))
        .findFirst();
  }

  /** The names of the aggregates that merge: of one family, or of all where that is null. */
  String mergeable(String family) {
    TreeSet<String> names = new TreeSet<>();
    for (PackAggregate aggregate : aggregates) {
      if ((family == null || aggregate.family().equals(family)) && stateOf(aggregate).isPresent()) {
        names.add(aggregate.name());
      }
    }
    return String.join(", ", names);
  }

  private boolean givesState(PackAggregate aggregate) {
    String finish = aggregate.annotation().finish();
    return finish.isEmpty()
        || (finish.indexOf('{') < 0 && accessor(finish).getReturnType() == ByteBuffer.class);
  }

  /**
   * An aggregate of the pack.
   *
   * @param accumulate its state function, whose first parameter is the state
   * @param annotation what is promised of it
   */
  record PackAggregate(Method accumulate, CqlFunction.Aggregate annotation) {
    String name() {
      return annotation.value();
    }

    String family() {
      return Overload.family(accumulate);
    }

    /**
     * Whether it takes arguments of these types.
     *
     * @param types names of CQL types, null where a constant may have several
     */
    boolean accepts(List<String> types) {
      return overload(types).isPresent();
    }

    /** The name of the function that finishes a state of these types; empty if none does. */
    String finish(List<String> types) {
      return overload(types).orElseThrow().finish(annotation);
    }

    private Optional<Overload> overload(List<String> types) {
      return Overload.accepted(accumulate).stream()
          .filter(overload -> overload.takesBehindState(types))
          .findFirst();
    }

    /** What it takes, for messages: {@code mean(int | bigint | float | double)}. */
    String signature() {
      List<String> types = new ArrayList<>();
      Parameter[] parameters = accumulate.getParameters();
      for (Parameter parameter : Arrays.asList(parameters).subList(1, parameters.length)) {
        Overloads overloads = parameter.getAnnotation(Overloads.class);
        types.add(overloads == null ? parameter.getName() : String.join(" | ", overloads.value()));
      }
      return name() + "(" + String.join(", ", types) + ")";
    }
  }
}
