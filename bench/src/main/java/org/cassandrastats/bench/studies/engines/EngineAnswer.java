/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.List;
import java.util.function.Function;
import org.cassandrastats.bench.measure.Attempt;

/**
 * What an engine outside of Cassandra has answered.
 *
 * @param seconds that it took; 0 if it failed
 * @param values of the row; empty where nothing was asked
 * @param plan what Spark did, in its words; empty of others, and where nothing was asked
 * @param error the kind of an error; null without
 * @param message of the error; null without
 * @param processorSeconds of its process; 0 where it does not say
 * @param rows that it has read from its source; 0 where it does not say
 */
public record EngineAnswer(
    double seconds,
    List<Double> values,
    String plan,
    String error,
    String message,
    double processorSeconds,
    double rows) {
  /** Fills in what is not there. */
  public EngineAnswer {
    values = values == null ? List.of() : List.copyOf(values);
    plan = plan == null ? "" : plan;
  }

  /** Whether there is an error instead of an answer. */
  boolean isFailed() {
    return error != null;
  }

  /** The attempt that the answer is. */
  Attempt attempt(Function<List<Double>, Attempt> answered) {
    return isFailed() ? Attempt.failed(seconds, error, message) : answered.apply(values);
  }
}
