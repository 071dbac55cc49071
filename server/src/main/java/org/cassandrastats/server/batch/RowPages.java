/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

/** Whether batches are filled from Cassandra's own rows, and how many were. */
public interface RowPages {
  /** Batches are filled from no rows. */
  RowPages NONE =
      new RowPages() {
        @Override
        public boolean fillsBatches() {
          return false;
        }

        @Override
        public void statement() {
          // None begins to read so.
        }

        @Override
        public void taken(int rows) {
          throw new UnsupportedOperationException();
        }

        @Override
        public void trip(Throwable unexpected) {
          throw new UnsupportedOperationException();
        }
      };

  /** Whether the next page is to be read so. */
  boolean fillsBatches();

  /** A statement begins to read so. */
  void statement();

  /** The values of a page of so many rows were taken out of them. */
  void taken(int rows);

  /** Turns it off after an unexpected error. */
  void trip(Throwable unexpected);
}
