/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketTally.Count;
import org.cassandrastats.cli.buckets.BucketWalk;
import org.cassandrastats.cli.console.UserError;

/**
 * Packs buckets: writes one until its chunks, read back and decoded, hold all its rows, read again,
 * bit for bit. What is done to a bucket is decided by what is there: it does not matter how often
 * it is done, or where it was broken off.
 *
 * @param deleter of rows that are packed; null where they are to stay
 */
record Packer(RowReader rows, ChunkStore chunks, RowDeleter deleter, BucketTally tally)
    implements BucketWalk.EachBucket {
  /** Each one fails only where rows come, or another run writes, at the same moment. */
  private static final int ATTEMPTS = 10;

  @Override
  public void go(List<ByteBuffer> key, long start, long end) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ChunkStore.StoredBucket stored = chunks.read(key, start);
      RowReader.BucketRows read = rows.read(key, start, end, stored.cuts());
      List<Points> all = stored.with(read.columns());
      if (stored.holds(all)) {
        finish(key, stored, read, attempt > 0);
        return;
      }
      chunks.write(key, start, all, stored);
    }
    throw new UserError(
        "The bucket %s was written %d times, and what is read back still is not what its rows say: they change all the time, or the table loses writes. Choose a longer --lag, or look at the nodes."
            .formatted(Instant.ofEpochMilli(start), ATTEMPTS));
  }

  private void finish(
      List<ByteBuffer> key,
      ChunkStore.StoredBucket stored,
      RowReader.BucketRows read,
      boolean isWritten) {
    if (deleter != null) {
      int deleted = deleter.delete(key, read.written());
      tally.add(Count.DELETED, deleted);
      tally.add(Count.LEFT, read.count() - (long) deleted);
    }
    if (isWritten) {
      tally.bucket(read.count());
    } else if (!stored.parts().isEmpty()) {
      tally.add(Count.UNCHANGED, 1);
    }
  }
}
