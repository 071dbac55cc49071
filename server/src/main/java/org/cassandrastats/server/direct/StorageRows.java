/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;

/**
 * What Cassandra reads, with the errors that it has thrown, which are none of ours. A partition may
 * be closed by whoever reads its rest, and again by whoever read it first.
 */
final class StorageRows implements UnfilteredPartitionIterator {
  private final UnfilteredPartitionIterator partitions;

  /** Of reading and of closing: what is closed after an error may fail once more. */
  private final List<Throwable> thrown = new ArrayList<>(0);

  /** Closed by the caller. */
  StorageRows(UnfilteredPartitionIterator partitions) {
    this.partitions = partitions;
  }

  /** Whether reading has failed with an error, or one that led to it. */
  boolean haveThrown(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      for (Throwable error : thrown) {
        if (cause == error) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public TableMetadata metadata() {
    return partitions.metadata();
  }

  @Override
  public boolean hasNext() {
    try {
      return partitions.hasNext();
    } catch (RuntimeException | Error failed) {
      thrown.add(failed);
      throw failed;
    }
  }

  @Override
  public UnfilteredRowIterator next() {
    try {
      return new Partition(partitions.next());
    } catch (RuntimeException | Error failed) {
      thrown.add(failed);
      throw failed;
    }
  }

  @Override
  public void close() {
    partitions.close();
  }

  private final class Partition implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator partition;
    private boolean closed;

    Partition(UnfilteredRowIterator partition) {
      this.partition = partition;
    }

    @Override
    public UnfilteredRowIterator wrapped() {
      return partition;
    }

    @Override
    public boolean hasNext() {
      try {
        return partition.hasNext();
      } catch (RuntimeException | Error failed) {
        thrown.add(failed);
        throw failed;
      }
    }

    @Override
    public Unfiltered next() {
      try {
        return partition.next();
      } catch (RuntimeException | Error failed) {
        thrown.add(failed);
        throw failed;
      }
    }

    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      try {
        partition.close();
      } catch (RuntimeException | Error failed) {
        thrown.add(failed);
        throw failed;
      }
    }
  }
}
