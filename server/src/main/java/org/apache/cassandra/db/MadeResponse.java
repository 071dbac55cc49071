/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.db;

import java.util.NoSuchElementException;
import java.util.function.Function;
import org.apache.cassandra.db.partitions.AbstractUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.transform.RTBoundValidator;
import org.apache.cassandra.schema.TableMetadata;

/** No rows: what was read, or is yet to be, goes into a response that is made elsewhere. */
public final class MadeResponse extends AbstractUnfilteredPartitionIterator {
  private final UnfilteredPartitionIterator rows;
  private final Function<UnfilteredPartitionIterator, ReadResponse> maker;

  /**
   * The response of a read.
   *
   * @param rows closed with this
   * @param maker makes the response of the rows, which are still to be read
   */
  public MadeResponse(
      UnfilteredPartitionIterator rows, Function<UnfilteredPartitionIterator, ReadResponse> maker) {
    this.rows = rows;
    this.maker = maker;
  }

  ReadResponse response() {
    return maker.apply(RTBoundValidator.validate(rows, RTBoundValidator.Stage.PROCESSED, true));
  }

  @Override
  public TableMetadata metadata() {
    return rows.metadata();
  }

  @Override
  public boolean hasNext() {
    return false;
  }

  @Override
  public UnfilteredRowIterator next() {
    throw new NoSuchElementException();
  }

  @Override
  public void close() {
    rows.close();
  }
}
