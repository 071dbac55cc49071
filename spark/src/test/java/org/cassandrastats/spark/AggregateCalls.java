/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Calls of every aggregate that takes rows, with the text of CQL, of the columns at (timestamp), v
 * and w (double), f (float), n (int), b (bigint) and note (text).
 */
final class AggregateCalls {
  private static final List<String> NUMBERS = List.of("v", "w", "n");

  /** Of at most 8192 rows. */
  static final String FEW_ROWS = "chunk(at, v)";

  /** With a number in the place of X. */
  private static final List<String> OF_NUMBERS =
      List.of(
          "mean(X)",
          "median(X)",
          "moments(X)",
          "variance(X)",
          "stddev(X)",
          "skewness(X)",
          "kurtosis(X)",
          "summary(X)",
          "tdigest(X)",
          "quantile(X, 0.9)",
          "quantiles(X, [0.5, 0.99])",
          "histogram(X, -100.0, 100.0, 50)",
          "histogram(X, [-50.0, 0.0, 25.0, 50.0])",
          "ddsketch(X, 0.01)",
          "min_n(X, 5)",
          "max_n(X, 5)",
          "min_n_state(X, 5)",
          "max_n_state(X, 5)",
          "hll(X)",
          "approx_count_distinct(X)",
          "theta(X)",
          "first(X, at)",
          "last(X, at)",
          "first(X)",
          "last(X)",
          "first_last(X)",
          "min_by(X, v)",
          "max_by(b, X)",
          "min_max_by(n, X)",
          "counter(at, X)",
          "increase(at, X)",
          "rate(at, X)",
          "gauge(at, X)",
          "time_weight_linear(at, X)",
          "time_weight_locf(at, X)");

  private static final List<String> OTHERS =
      List.of(
          "hll(note)",
          "hll(at)",
          "hll(note, 10)",
          "approx_count_distinct(note)",
          "theta(note)",
          "theta(n, 9)",
          "tdigest(v, 200)",
          "frequent_items(note, 100)",
          "frequent_items(n, 300)",
          "approx_top_k(note, 5)",
          "first_as_blob(note, at)",
          "last_as_blob(note, at)",
          "first_last_as_blob(note)",
          "min_by_as_blob(note, v)",
          "max_by_as_blob(note, v)",
          "min_max_by_as_blob(note, v)",
          "mean(f)",
          "mean(b)",
          "tdigest(f)",
          "tdigest(b)",
          "hll(f)",
          "hll(b)",
          "theta(b)",
          "max_n(f, 3)",
          "min_n(b, 3)",
          "last(f, at)",
          "min_by(f, b)",
          "frequent_items(b, 100)",
          "corr(v, w)",
          "covar_pop(v, w)",
          "covar_samp(v, w)",
          "regr_intercept(v, w)",
          "regr_r2(v, w)",
          "regr_slope(v, w)",
          "regression(v, w)",
          FEW_ROWS,
          "heartbeat(at, 90000)",
          "state_time(at, n)",
          "state_time(at, note)");

  private AggregateCalls() {}

  /** All calls. */
  static List<String> all() {
    List<String> all = new ArrayList<>();
    for (String call : OF_NUMBERS) {
      NUMBERS.forEach(column -> all.add(call.replaceAll("\\bX\\b", column)));
    }
    all.addAll(OTHERS);
    return all;
  }

  /** The name of the aggregate of a call. */
  static String name(String call) {
    return call.substring(0, call.indexOf('('));
  }

  /** The names of all aggregates that are called. */
  static Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    all().forEach(call -> names.add(name(call)));
    return names;
  }

  /** A call as Spark writes it. */
  static String sparkSql(String call) {
    return "stats." + call.replace("[", "array(").replace("]", ")");
  }
}
