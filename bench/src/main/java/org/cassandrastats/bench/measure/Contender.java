/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.List;

/**
 * An aggregate to be timed.
 *
 * @param name what the report calls it
 * @param selector its call over the columns of {@link SensorPartition}
 */
record Contender(String name, String selector) {

  static List<Contender> ofThePack() {
    return List.of(
        of("mean(value)"),
        of("variance(value)"),
        of("summary(value)"),
        of("moments(value)"),
        of("first(value)"),
        of("max_by(value, at)"),
        of("max_n(value, 10)"),
        of("tdigest(value)"),
        of("ddsketch(value, 0.01)"),
        of("histogram(value, 20.0, 21.0, 100)"),
        of("histogram(value, [20.0, 20.1, 20.2, 20.5, 21.0])"));
  }

  private static Contender of(String call) {
    return new Contender(call, "stats." + call);
  }

  /** The name without keyspace and arguments. */
  String function() {
    String call = selector.substring(selector.indexOf('.') + 1);
    return call.substring(0, call.indexOf('('));
  }
}
