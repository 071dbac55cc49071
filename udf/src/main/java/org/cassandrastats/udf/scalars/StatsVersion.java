/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import org.cassandrastats.udf.annotation.CqlFunction;

/** Says which release of the pack a keyspace holds. */
public final class StatsVersion {
  private static final String VERSION = "0.1.0";

  private StatsVersion() {}

  /** The version of cassandra-stats that these functions were installed from. */
  @CqlFunction(value = "stats_version", examples = "stats_version() = '" + VERSION + "'")
  public static String statsVersion() {
    return VERSION;
  }
}
