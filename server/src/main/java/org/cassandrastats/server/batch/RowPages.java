/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

/** Whether batches are filled from Cassandra's own rows, and how many were. */
public interface RowPages {
  /** Whether the next page is to be read so. */
  boolean fillsBatches();

  /** A statement begins to read so. */
  void statement();

  /** A page of so many rows was read so. */
  void held(int rows);

  /** Turns it off after an unexpected error. */
  void trip(Throwable unexpected);
}
