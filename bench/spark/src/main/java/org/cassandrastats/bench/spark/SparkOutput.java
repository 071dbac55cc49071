/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A line of standard output.
 *
 * @param seconds that the request took; null if it failed
 * @param values of the row, those of a list one after the other; null where nothing was asked
 * @param plan what Spark did, in its words; null where nothing was asked
 * @param error the class of an exception; null without
 * @param message of the exception; null without
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SparkOutput(Double seconds, List<Double> values, String plan, String error, String message) {

  static SparkOutput of(double seconds, List<Double> values, String plan) {
    return new SparkOutput(seconds, values, plan, null, null);
  }

  static SparkOutput done(double seconds) {
    return new SparkOutput(seconds, null, null, null, null);
  }

  static SparkOutput failed(Throwable problem) {
    return new SparkOutput(
        null, null, null, problem.getClass().getSimpleName(), String.valueOf(problem.getMessage()));
  }
}
