/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each contender took in each run; the first contender is the baseline. */
final class Timings {
  private final Map<Contender, List<Long>> nanoseconds = new LinkedHashMap<>();

  Timings(List<Contender> contenders) {
    contenders.forEach(contender -> nanoseconds.put(contender, new ArrayList<>()));
  }

  void add(Contender contender, long time) {
    nanoseconds.get(contender).add(time);
  }

  List<Contender> contenders() {
    return List.copyOf(nanoseconds.keySet());
  }

  int runs() {
    return nanoseconds.get(baseline()).size();
  }

  /** Seconds, in the order of the runs. */
  double[] seconds(Contender contender) {
    return nanoseconds.get(contender).stream().mapToDouble(time -> time / 1e9).toArray();
  }

  /** Time over the baseline's time in the same run, in the order of the runs. */
  double[] ratios(Contender contender) {
    double[] own = seconds(contender);
    double[] base = seconds(baseline());
    double[] ratios = new double[own.length];
    for (int run = 0; run < own.length; run++) {
      ratios[run] = own[run] / base[run];
    }
    return ratios;
  }

  Contender baseline() {
    return nanoseconds.keySet().iterator().next();
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static double minimum(double[] values) {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  static double maximum(double[] values) {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }
}
