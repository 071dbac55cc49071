/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataType;
import org.cassandrastats.udf.annotation.FunctionIndex;
import org.cassandrastats.udf.annotation.FunctionIndex.AggregateMethod;
import org.cassandrastats.udf.annotation.Overload;

/** An overload of an aggregate. */
final class AggregateCandidate implements NamedFunction.Candidate {
  private final Overload overload;
  private final AggregateMethod aggregate;
  private final FunctionIndex index;
  private final Signature signature;

  AggregateCandidate(Overload overload, AggregateMethod aggregate, FunctionIndex index) {
    this.overload = overload;
    this.aggregate = aggregate;
    this.index = index;
    this.signature = new Signature(overload, 1);
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public BoundFunction bind(List<DataType> given) {
    String finish = overload.finish(aggregate.annotation());
    Optional<AggregateMethod> state = index.stateOf(aggregate).or(() -> index.askedOf(aggregate));
    RowSteps rows =
        new RowSteps(
            new RowMethod(aggregate.accumulate(), 1, given),
            aggregate.annotation().initial(),
            finish.isEmpty() ? null : index.accessor(finish),
            state.map(this::finisher).orElse(null));
    MergeSteps merges = state.map(one -> merges(one, given)).orElse(null);
    return new AggregateCall(aggregate.name(), rows, merges);
  }

  private Method finisher(AggregateMethod state) {
    String finish = state.annotation().finish();
    return finish.isEmpty() ? null : index.accessor(finish);
  }

  private MergeSteps merges(AggregateMethod state, List<DataType> given) {
    AggregateMethod merge = index.merge(state.family()).orElseThrow();
    return new MergeSteps(
        merge.accumulate(),
        merge.annotation().initial(),
        finisher(merge),
        index.isOrdered(state.family()) ? index.accessor(state.family() + "_first_time") : null,
        answer(state),
        question(given));
  }

  /** What turns a final state into the result; null where it is the result. */
  private Method answer(AggregateMethod state) {
    String asks = aggregate.annotation().asks();
    if (!asks.isEmpty()) {
      return asked();
    }
    String finish = overload.finish(aggregate.annotation());
    return finish.isEmpty() || finish.equals(state.annotation().finish())
        ? null
        : index.accessor(finish);
  }

  private Method asked() {
    int parameters = overload.method().getParameterCount() - 1;
    return index.functions(aggregate.annotation().asks()).stream()
        .filter(method -> method.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow();
  }

  /** The arguments behind the value, as the asked function takes them; null without a question. */
  private RowArguments question(List<DataType> given) {
    return aggregate.annotation().asks().isEmpty() ? null : new RowArguments(asked(), given);
  }
}
