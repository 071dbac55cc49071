/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.rollup.internal.time.TimeColumn;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Rollup} and {@link Pack} have in common: a table of rows, a table that is made of it,
 * and the buckets of time between them. Names are written as in CQL; what cannot be read is an
 * {@link IllegalArgumentException} of the method that takes it.
 */
public abstract class TaskBuilder<B extends TaskBuilder<B>> {
  /** Far beyond what anybody keeps, and far within what times can be computed with. */
  private static final Duration LONGEST = Duration.ofDays(1000 * 365L);

  private TableName from;
  private String time;
  private TimeColumn.Unit unit;
  private Buckets buckets;
  private TableName into;
  private CqlIdentifier column;
  private boolean typed;
  private Instant since;
  private Duration lag = Duration.ofMinutes(5);
  private Duration timeToLive;
  private PartitionSpec partitions;
  private Buckets intoPartitions;
  private List<CqlIdentifier> dropped = List.of();

  TaskBuilder() {}

  abstract B self();

  /** The table of rows, as {@code keyspace.table}. Required. */
  public final B from(String table) {
    from = TableName.parse(table);
    return self();
  }

  /**
   * Their clustering column of time: a timestamp, bigint, date or, for states, timeuuid. Required.
   */
  public final B time(String name) {
    time = name;
    return self();
  }

  /**
   * What a bigint counts since 1970: seconds, milliseconds, microseconds or nanoseconds. Default:
   * milliseconds.
   */
  public final B timeUnit(TimeUnit counted) {
    unit = TimeColumn.Unit.of(counted);
    return self();
  }

  /** The width of a bucket, in UTC: such as 15m, 1h, 1d, 1w, 1mo or 1y. Required. */
  public final B bucket(String width) {
    return bucket(width, null);
  }

  /**
   * The width of a bucket.
   *
   * @param zone by whose days buckets are counted, such as Europe/Berlin; null for UTC
   */
  public final B bucket(String width, @Nullable String zone) {
    buckets = Buckets.of(width, zone);
    return self();
  }

  /** The table that is written, as {@code keyspace.table}; made if it is not there. Required. */
  public final B into(String table) {
    into = TableName.parse(table);
    return self();
  }

  /**
   * The column of that table for the beginning of a bucket; known where the table is there.
   * Default: bucket.
   */
  public final B bucketColumn(String name) {
    column = identifier(name);
    return self();
  }

  /** Columns of the server jar's types, which every node has to have, instead of blobs. */
  public final B typed() {
    typed = true;
    return self();
  }

  /** The time to begin with when the table is made. Default: the first row of each partition. */
  public final B since(Instant first) {
    since = first;
    return self();
  }

  /**
   * How long after its time a row may come: a bucket is complete so long after its end. Default: 5
   * minutes.
   *
   * @throws IllegalArgumentException if it is negative, or longer than 1000 years
   */
  public final B lag(Duration longest) {
    lag = span("lag", longest);
    return self();
  }

  /** Refuses what no bucket could be complete by. */
  static Duration span(String name, Duration span) {
    Objects.requireNonNull(span, name);
    if (span.isNegative() || span.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s is %s: expected a time from zero to 1000 years".formatted(name, span));
    }
    return span;
  }

  final void keep(Duration span) {
    timeToLive = span;
  }

  final void cut(String text) {
    partitions = PartitionSpec.parse(text, null);
  }

  final void cutInto(String width) {
    intoPartitions = Buckets.of(width, required(buckets, "bucket").zone());
  }

  final void drop(List<String> names) {
    // Their order says nothing, and the definition that the table keeps has one.
    dropped =
        names.stream()
            .map(TaskBuilder::identifier)
            .distinct()
            .sorted(Comparator.comparing(CqlIdentifier::asInternal))
            .toList();
  }

  final Duration timeToLive() {
    return timeToLive;
  }

  final Duration lag() {
    return lag;
  }

  final Task task() {
    return new Task(
        required(from, "from"),
        required(time, "time"),
        unit,
        required(buckets, "bucket"),
        required(into, "into"),
        typed,
        since,
        timeToLive,
        partitions,
        intoPartitions,
        column,
        dropped);
  }

  /** Refuses the empty name, over which the driver stumbles. */
  private static CqlIdentifier identifier(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("expected the name of a column, found none");
    }
    return CqlIdentifier.fromCql(name);
  }

  static <T> T required(T value, String what) {
    if (value == null) {
      throw new IllegalStateException("expected " + what + " to be said before");
    }
    return value;
  }
}
