/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.Locale;
import org.cassandrastats.cli.node.NodeSettings;

/** How a node offers the functions, each to be measured on a node of its own. */
enum MeasuredLane {
  /** The server jar, on a node that refuses user-defined functions. */
  NATIVE,
  /** User-defined functions on the calling thread. */
  UDF_THREADS_OFF,
  /** User-defined functions in a thread of their own, as is Cassandra's default. */
  UDF_THREADS_ON;

  static MeasuredLane named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  boolean isNative() {
    return this == NATIVE;
  }

  NodeSettings.Builder settings() {
    return isNative()
        ? NodeSettings.builder().serverJar(true).udfsEnabled(false)
        : NodeSettings.builder().udfThreads(this == UDF_THREADS_ON);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
