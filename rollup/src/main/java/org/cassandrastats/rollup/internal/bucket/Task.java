/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.time.BucketAlignment;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * From where to where, and how time is cut.
 *
 * @param from the table of rows
 * @param time the column of their time, in CQL
 * @param unit what a bigint time counts, or null
 * @param buckets how time is cut
 * @param into the table with a row for each bucket, or several
 * @param typed whether its columns are to be of the server jar's types
 * @param since when rows are wanted from; null for the first one, or for what the table says
 * @param ttl how long a bucket is kept from its end on; null for no limit, or for what the table
 *     says
 * @param partitions how the table of rows is cut; null where nothing is said of it
 * @param intoPartitions how wide the partitions of the written table are; null for as they are
 * @param column of the beginnings of buckets; null for what the table has, or the usual one
 * @param dropped columns that tell series of rows apart, and none of the written table
 */
public record Task(
    TableName from,
    String time,
    TimeColumn.Unit unit,
    Buckets buckets,
    TableName into,
    boolean typed,
    Instant since,
    Duration ttl,
    PartitionSpec partitions,
    Buckets intoPartitions,
    CqlIdentifier column,
    List<CqlIdentifier> dropped) {
  /** The option that names columns of which the written table has none. */
  public static final String DROP = "--drop-columns";

  /** The option that names the column of the beginnings of buckets. */
  public static final String BUCKET_COLUMN = "--bucket-column";

  /**
   * Refuses buckets that lie in more than one partition.
   *
   * @throws org.cassandrastats.client.api.StatsException if there may be such
   */
  public Task {
    dropped = List.copyOf(dropped);
    if (partitions != null) {
      BucketAlignment.requireParts(partitions.widths(), buckets);
    }
    if (intoPartitions != null) {
      BucketAlignment.requireParts(intoPartitions, buckets);
    }
  }

  /**
   * Which buckets a run is about.
   *
   * @param until those before this time that are not written yet; null for all that are complete
   * @param lag how long after its end a bucket is complete
   * @param againFrom with the next one: those from here, written or not; null for none
   * @param againTo to here
   */
  public record Range(Instant until, Duration lag, Instant againFrom, Instant againTo) {
    /** Whether buckets are done again. */
    public boolean isAgain() {
      return againFrom != null;
    }
  }
}
