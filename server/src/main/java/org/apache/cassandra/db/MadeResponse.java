/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.db;

import org.apache.cassandra.db.partitions.AbstractUnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** No rows: what was read is in a response that has been made already. */
public final class MadeResponse extends AbstractUnfilteredPartitionIterator {
  private final TableMetadata table;
  private final ReadResponse response;

  /** The response of a read of a table. */
  public MadeResponse(TableMetadata table, ReadResponse response) {
    this.table = table;
    this.response = response;
  }

  ReadResponse response() {
    return response;
  }

  @Override
  public TableMetadata metadata() {
    return table;
  }

  @Override
  public boolean hasNext() {
    return false;
  }

  @Override
  public UnfilteredRowIterator next() {
    throw new java.util.NoSuchElementException();
  }
}
