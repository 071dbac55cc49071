/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.spark;

import java.util.List;

/**
 * What Spark has answered.
 *
 * @param seconds that it took; 0 if it failed
 * @param values of the row; empty where nothing was asked
 * @param plan what Spark did, in its words; empty where nothing was asked
 * @param error the class of an exception; null without
 * @param message of the exception; null without
 */
public record SparkAnswer(
    double seconds, List<Double> values, String plan, String error, String message) {
  /** Fills in what is not there. */
  public SparkAnswer {
    values = values == null ? List.of() : List.copyOf(values);
    plan = plan == null ? "" : plan;
  }

  /** Whether there is an exception instead of an answer. */
  public boolean isFailed() {
    return error != null;
  }
}
