/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/** Makes reads by cursors of commands. */
public final class CursorReads {
  private CursorReads() {}

  /**
   * A read of what a command would read.
   *
   * @param most so many rows are read, from 1,024 on
   * @param isAborted whether nobody waits for it any more
   * @param check compares what was read, where that is its turn
   * @param memory reserves so many bytes, or says that there is no room for them
   */
  public static CursorRead of(
      ReadCommand command,
      AskedColumns asked,
      int most,
      BooleanSupplier isAborted,
      PageCheck check,
      LongPredicate memory) {
    return command instanceof SinglePartitionReadCommand
        ? new PartitionRead(
            (SinglePartitionReadCommand) command, asked, most, isAborted, check, memory)
        : new RangeRead((PartitionRangeReadCommand) command, asked, most, isAborted, check, memory);
  }

  /**
   * Reads an SSTable in both ways.
   *
   * @param command what is read of it
   * @return how many rows were found
   * @throws RuntimeException if the ways differ, or only Cassandra itself can read it
   */
  public static int compare(ReadCommand command, AskedColumns asked, SSTableReader sstable) {
    // Sources are sorted.
    List<SSTableReader> sstables = new ArrayList<>(List.of(sstable));
    return of(command, asked, Batch.MAXIMUM_ROWS, () -> false, new PageCheck(1), bytes -> true)
        .read(new ColumnFamilyStore.ViewFragment(sstables, List.of()), null)
        .rows();
  }
}
