/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measured request of a study.
 *
 * @param cell what was measured: the value of each parameter, by name
 * @param run 0 for the first one of its cell; traced ones are counted apart
 * @param traced whether the server traced it, which makes it slower
 * @param attempt how it ended
 */
public record MeasuredRun(Map<String, String> cell, int run, boolean traced, Attempt attempt) {
  /** Copies the cell. */
  public MeasuredRun {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
  }
}
