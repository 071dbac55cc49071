/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Annotated methods by their names, and how the parts of an aggregate merge: for engines that
 * aggregate parts of the rows at a time.
 */
public final class FunctionIndex {
  private final List<Method> functions;
  private final List<AggregateMethod> aggregates;

  /** The index of annotated methods, in the given order. */
  public FunctionIndex(List<Method> functions) {
    List<AggregateMethod> found = new ArrayList<>();
    for (Method method : functions) {
      for (CqlFunction.Aggregate aggregate : Overload.aggregates(method)) {
        found.add(new AggregateMethod(method, aggregate));
      }
    }
    this.functions = List.copyOf(functions);
    this.aggregates = Collections.unmodifiableList(found);
  }

  /** An aggregate, whose state function is an annotated method. */
  public static final class AggregateMethod {
    private final Method accumulate;
    private final CqlFunction.Aggregate annotation;

    AggregateMethod(Method accumulate, CqlFunction.Aggregate annotation) {
      this.accumulate = accumulate;
      this.annotation = annotation;
    }

    /** The state function, whose first parameter is the state. */
    public Method accumulate() {
      return accumulate;
    }

    /** What is promised of it. */
    public CqlFunction.Aggregate annotation() {
      return annotation;
    }

    /** Its unqualified name. */
    public String name() {
      return annotation.value();
    }

    /** The family that it belongs to. */
    public String family() {
      return Overload.family(accumulate);
    }
  }

  /** The scalar functions of a name. */
  public List<Method> functions(String name) {
    return functions.stream()
        .filter(method -> method.getAnnotation(CqlFunction.class).value().equals(name))
        .collect(Collectors.toList());
  }

  /** All aggregates, one for each state function that a name has. */
  public List<AggregateMethod> aggregates() {
    return aggregates;
  }

  /** The function of a name that takes nothing but a state. */
  public Method accessor(String name) {
    return functions(name).stream()
        .filter(method -> List.of(method.getParameterTypes()).equals(List.of(ByteBuffer.class)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no function " + name + "(blob)"));
  }

  /** What joins two states of a family; empty if nothing does. */
  public Optional<Method> union(String family) {
    return functions(family + "_union").stream()
        .filter(method -> Overload.family(method).equals(family))
        .findFirst();
  }

  /** The aggregate over the states of a family; empty if its states do not merge. */
  public Optional<AggregateMethod> merge(String family) {
    return union(family)
        .flatMap(
            union ->
                aggregates.stream()
                    .filter(aggregate -> aggregate.accumulate().equals(union))
                    .findFirst());
  }

  /**
   * The aggregate that gives the state of an aggregate, so that it can be merged; empty if there is
   * none.
   */
  public Optional<AggregateMethod> stateOf(AggregateMethod aggregate) {
    if (union(aggregate.family()).isEmpty()) {
      return Optional.empty();
    }
    return Stream.concat(Stream.of(aggregate), aggregates.stream())
        .filter(other -> other.accumulate().equals(aggregate.accumulate()))
        .filter(this::givesState)
        .findFirst();
  }

  /** The aggregate whose states a question is asked that an aggregate is short for. */
  public Optional<AggregateMethod> askedOf(AggregateMethod aggregate) {
    return aggregate.annotation().asks().isEmpty()
        ? Optional.empty()
        : aggregates.stream()
            .filter(other -> other.name().equals(aggregate.family()))
            .filter(other -> other.accumulate().getParameterCount() == 2)
            .filter(this::givesState)
            .findFirst();
  }

  /** Whether the states of a family are of the rows of one series, in their order. */
  public boolean isOrdered(String family) {
    return aggregates.stream()
        .filter(aggregate -> aggregate.family().equals(family))
        .flatMap(aggregate -> Stream.of(aggregate.accumulate().getParameters()))
        .anyMatch(parameter -> parameter.isAnnotationPresent(Ordered.class));
  }

  private boolean givesState(AggregateMethod aggregate) {
    String finish = aggregate.annotation().finish();
    return finish.isEmpty()
        || (finish.indexOf('{') < 0 && accessor(finish).getReturnType() == ByteBuffer.class);
  }
}
