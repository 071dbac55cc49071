/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.BucketAlignment;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * The way from partitions of rows, each of which holds a day of a series for example, to those of
 * their buckets, each of which holds a year. A bucket is in one partition of either: otherwise two
 * would be written in the place of one.
 */
public final class Repartitioning {
  /** Further off, no clock of an application can put rows. */
  private static final long MARGIN = Duration.ofDays(1).toMillis();

  private final PartitionColumn from;
  private final PartitionColumn into;
  private final PartitionSpec cut;

  private Repartitioning(PartitionColumn from, PartitionColumn into, PartitionSpec cut) {
    this.from = from;
    this.into = into;
    this.cut = cut;
  }

  /**
   * What is asked for, or what a source that is a rollup says of itself; empty where nobody says
   * how series are cut.
   *
   * @throws StatsException if that cannot be, or is wanted and not known
   */
  public static Optional<Repartitioning> of(BucketSource source, Task task) {
    PartitionSpec from =
        task.partitions() != null
            ? task.partitions()
            : StoredDefinition.find(Watermarks.Kind.ROLLUP, source.table())
                .map(StoredDefinition::cut)
                .orElse(null);
    if (from == null && task.intoPartitions() == null) {
      return Optional.empty();
    }
    if (from == null) {
      throw new StatsException(
          "--into-partitions %s: it is not known how %s cuts its series; say so, such as --partitions day=1d."
              .formatted(task.intoPartitions().width(), source.name()));
    }
    BucketAlignment.requireParts(from.widths(), task.buckets());
    Buckets widths =
        task.intoPartitions() == null
            ? Buckets.of(from.widths().width(), task.buckets().zone())
            : task.intoPartitions();
    BucketAlignment.requireParts(widths, task.buckets());
    return Optional.of(
        of(source.table(), source.time().unit(), from, new PartitionSpec(from.column(), widths)));
  }

  /**
   * The way between partitions of two cuts.
   *
   * @param rows a table with the partition key of both
   * @param unit what a bigint in it counts; null for milliseconds
   * @throws StatsException if the key has no such column
   */
  public static Repartitioning of(
      TableMetadata rows, TimeColumn.Unit unit, PartitionSpec from, PartitionSpec into) {
    return new Repartitioning(
        PartitionColumn.of(rows, from, unit), PartitionColumn.of(rows, into, unit), into);
  }

  /** How the table of buckets is cut. */
  public PartitionSpec cut() {
    return cut;
  }

  /** Whether a partition may have rows at a time or later. */
  public boolean mightContain(List<ByteBuffer> key, long time) {
    long start = from.start(key);
    return start >= time || from.widths().end(from.widths().start(start)) + MARGIN > time;
  }

  /**
   * The key of the partition that a bucket is written to.
   *
   * @param key of the partition of its rows
   * @param start of the bucket
   * @throws StatsException if that partition should not have such rows
   */
  public List<ByteBuffer> key(List<ByteBuffer> key, long start) {
    long expected = from.widths().start(start);
    if (from.start(key) != expected) {
      throw new StatsException(
          "The partition of %s %s holds rows of %s: expected those of %s from then on, as --partitions says."
              .formatted(
                  from.values().name(),
                  Instant.ofEpochMilli(from.start(key)),
                  Instant.ofEpochMilli(start),
                  from.widths()));
    }
    return into.with(key, start);
  }

  /** The key of the partition that holds the rows of a bucket, from that of its own. */
  public List<ByteBuffer> keyOfRows(List<ByteBuffer> key, long start) {
    return from.with(key, start);
  }

  /** The place of the column in the partition key that cuts series. */
  public int column() {
    return from.index();
  }

  /**
   * The time that a partition of rows is for.
   *
   * @throws StatsException if no partition begins as its key says
   */
  public Buckets.Span span(List<ByteBuffer> key) {
    long start = from.start(key);
    if (!from.with(key, start).equals(key)) {
      throw new StatsException(
          "no partition of %s begins at %s %s"
              .formatted(from.widths(), from.values().name(), Instant.ofEpochMilli(start)));
    }
    return new Buckets.Span(start, from.widths().end(start));
  }

  /**
   * The values of the column in the partitions that the buckets of a span are written to.
   *
   * @param key of a partition of rows of the same series
   */
  public List<ByteBuffer> values(List<ByteBuffer> key, Buckets.Span span) {
    List<ByteBuffer> values = new ArrayList<>();
    for (long time = span.from();
        time < span.until();
        time = into.widths().end(into.widths().start(time))) {
      values.add(into.with(key, time).get(into.index()));
    }
    return values;
  }
}
