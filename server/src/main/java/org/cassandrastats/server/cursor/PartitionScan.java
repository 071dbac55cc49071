/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import org.apache.cassandra.db.DecoratedKey;

/** The partitions of a range in a memtable or an SSTable, one after the other. */
interface PartitionScan extends AutoCloseable {
  /** Goes to the next partition. The rows of the one before have been read to their end. */
  void advance() throws IOException;

  /** The key of the partition; null behind the last one. */
  DecoratedKey key();

  /** The rows of the partition, closed with it. */
  Source rows();

  /** How many deletions have been read. */
  int dead();

  @Override
  void close();
}
