/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

/** For what memory of a {@link MemoryBudget} is reserved. */
public enum MemoryUse {
  /** Pages that are read and aggregated, and results that are built. */
  HELD,
  /** Pages that found no room and are being written as Cassandra does. */
  SPILLING
}
