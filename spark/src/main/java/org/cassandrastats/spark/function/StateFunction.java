/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.lang.reflect.Method;
import org.cassandrastats.udf.annotation.FunctionIndex;
import org.cassandrastats.udf.annotation.FunctionIndex.AggregateMethod;
import org.cassandrastats.udf.annotation.Overload;

/**
 * State functions as scalar ones. Between rows a state stands in a buffer that tells whose it is. A
 * value of Spark is bytes and nothing else, so that the result is made final: the state of one row.
 */
final class StateFunction {
  private StateFunction() {}

  /** What makes the result of a method final; null where it is no state between rows. */
  static Method finish(Method method, FunctionIndex index) {
    boolean isUnion = index.union(Overload.family(method)).filter(method::equals).isPresent();
    for (AggregateMethod aggregate : index.aggregates()) {
      // What a union gives is final, unless an aggregate calls it.
      if (aggregate.accumulate().equals(method) && !isUnion) {
        AggregateMethod state =
            index.stateOf(aggregate).or(() -> index.askedOf(aggregate)).orElse(null);
        String finish = state == null ? "" : state.annotation().finish();
        return finish.isEmpty() ? null : index.accessor(finish);
      }
    }
    return null;
  }
}
