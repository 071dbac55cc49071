/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

/** Whether batches are filled from Cassandra's own rows, and how many were. */
public interface RowPages {
  /** Whether the next page is to be read so. */
  boolean fillsBatches();

  /** A statement begins to read so. */
  void statement();

  /** The values of a page of so many rows were taken out of them. */
  void taken(int rows);

  /** Turns it off after an unexpected error. */
  void trip(Throwable unexpected);
}
