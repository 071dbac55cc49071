/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

/** What answers calls of the pack's functions. */
public enum StatsLane {
  /** The server jar. Nothing is installed, and user-defined functions are disabled. */
  NATIVE,
  /** User-defined functions, as {@code cassandra-stats install} creates them. */
  UDF
}
