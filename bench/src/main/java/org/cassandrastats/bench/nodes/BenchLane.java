/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.Locale;
import org.cassandrastats.localcluster.node.NodeSettings;

/** How a local node offers the functions; each lane is measured on nodes of its own. */
public enum BenchLane {
  /** User-defined functions in a thread of their own, as is Cassandra's default. */
  UDF_THREADS_ON,
  /** User-defined functions on the calling thread. */
  UDF_THREADS_OFF,
  /** The server jar, on a node that refuses user-defined functions. */
  NATIVE;

  boolean isNative() {
    return this == NATIVE;
  }

  void configure(NodeSettings.Builder settings) {
    if (isNative()) {
      settings.serverJar(true).udfsEnabled(false);
    } else {
      settings.udfThreads(this == UDF_THREADS_ON);
    }
  }

  /** The lane of a label. */
  public static BenchLane named(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
