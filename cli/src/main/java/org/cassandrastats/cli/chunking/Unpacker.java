/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.buckets.BucketWalk;
import org.cassandrastats.cli.console.UserError;

/**
 * Unpacks buckets: writes the values that rows lack, until all are read back. A value that is there
 * and differs came after the chunk, and stays.
 */
final class Unpacker implements BucketWalk.EachBucket {
  private static final int ATTEMPTS = 3;

  private final ChunkStore chunks;
  private final RowReader rows;
  private final RowWriter writer;
  private final PackTally tally;

  Unpacker(ChunkStore chunks, RowReader rows, RowWriter writer, PackTally tally) {
    this.chunks = chunks;
    this.rows = rows;
    this.writer = writer;
    this.tally = tally;
  }

  @Override
  public void go(List<ByteBuffer> key, long start, long end) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      StoredBucket stored = chunks.read(key, start);
      // Before the rows are read: a later write of somebody else is later than what is written.
      long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
      BucketRows read = rows.read(key, start, end, stored.cuts());
      List<Points> lacking = new ArrayList<>();
      int different = 0;
      for (int i = 0; i < read.columns().size(); i++) {
        Points packed = stored.columns().get(i).points();
        lacking.add(packed.without(read.columns().get(i)));
        different += packed.differences(read.columns().get(i));
      }
      if (lacking.stream().allMatch(points -> points.size() == 0)) {
        finish(read, different, attempt > 0);
        return;
      }
      writer.write(key, lacking, now);
    }
    throw new UserError(
        "The rows of the bucket %s were written %d times and are not there: its chunks hold times of another bucket, or the rows expire or are deleted."
            .formatted(Instant.ofEpochMilli(start), ATTEMPTS));
  }

  private void finish(BucketRows read, int different, boolean isWritten) {
    tally.kept(different);
    if (isWritten) {
      tally.written(read.count());
    } else {
      tally.unchanged();
    }
  }
}
