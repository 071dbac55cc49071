/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.util.Locale;

/** Whose code runs for every row. */
enum BenchmarkLane {
  /** Cassandra's own aggregates. */
  BUILT_IN,
  /** The functions of the server jar. */
  NATIVE,
  /** User-defined functions on the calling thread. */
  UDF_THREADS_OFF,
  /** User-defined functions in a thread of their own, as is Cassandra's default. */
  UDF_THREADS_ON;

  static BenchmarkLane named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
