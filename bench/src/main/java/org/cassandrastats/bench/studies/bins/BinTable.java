/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;

/** The requests of a way to store distributions. */
interface BinTable {
  /** Writes a record. */
  BoundStatement insert(Distributions distributions, int id);

  /** Reads a record. */
  BoundStatement read(int id);

  /** The counts in an answer to {@link #read}. */
  int[] counts(Row row);

  /** Reads what has to be known to increment a bin: as little as there is a way to ask for. */
  BoundStatement readForUpdate(int id, int bin);

  /**
   * Increments a bin.
   *
   * @param row the answer to {@link #readForUpdate}
   */
  BoundStatement increment(int id, int bin, Row row);
}
