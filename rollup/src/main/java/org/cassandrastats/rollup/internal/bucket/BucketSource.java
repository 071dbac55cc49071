/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.BucketAlignment;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * The table whose rows are put into buckets.
 *
 * @param table its description
 * @param column the clustering column of its rows' time
 * @param time how times are values of it
 */
public record BucketSource(TableMetadata table, ColumnMetadata column, TimeColumn time) {
  private static final CqlIdentifier TIME_TO_LIVE =
      CqlIdentifier.fromInternal("default_time_to_live");

  /**
   * Finds the table.
   *
   * @param time the name of the column in CQL
   * @throws StatsException if there is no such table or column, or its rows cannot be put into
   *     buckets
   */
  public static BucketSource find(
      CqlSession session, TableName name, String time, TimeColumn.Unit unit, Buckets buckets) {
    TableMetadata table = name.require(session);
    ColumnMetadata column = column(table, time);
    Set<ColumnMetadata> clustering = table.getClusteringColumns().keySet();
    if (!clustering.contains(column)) {
      throw new StatsException(
          "Rows of %s are not kept in the order of %s: expected a clustering column, of which it has %s."
              .formatted(
                  name, time, clustering.isEmpty() ? "none" : Names.cql(List.copyOf(clustering))));
    }
    BucketSource source =
        new BucketSource(
            table,
            column,
            TimeColumn.of(Names.cql(column.getName()), column.getType(), unit, buckets));
    source.buckets().ifPresent(narrower -> requireMultiple(name, narrower, buckets));
    return source;
  }

  /** Finds the table of rows of a task. */
  public static BucketSource find(CqlSession session, Task task) {
    return find(session, task.from(), task.time(), task.unit(), task.buckets());
  }

  /** A table of buckets, as the rows of any table have times. */
  public static BucketSource ofBuckets(
      TableMetadata table, ColumnMetadata bucket, Buckets buckets) {
    return new BucketSource(
        table,
        bucket,
        TimeColumn.of(Names.cql(bucket.getName()), DataTypes.TIMESTAMP, null, buckets));
  }

  private static void requireMultiple(TableName name, Buckets narrower, Buckets buckets) {
    if (BucketAlignment.differByZone(buckets, narrower)) {
      throw new StatsException(
          "The rows of %s stand for buckets of %s, which buckets of %s cut, for the time zone: expected --timezone %s, or buckets of narrower ones."
              .formatted(name, narrower, buckets, narrower.zoneName()));
    }
    if (!BucketAlignment.fits(buckets, narrower)) {
      throw new StatsException(
          "The rows of %s stand for buckets of %s, which buckets of %s cut: expected a multiple of %s."
              .formatted(name, narrower, buckets, narrower));
    }
  }

  /** The buckets that the rows stand for; empty where they stand for none. */
  public Optional<Buckets> buckets() {
    return StoredDefinition.buckets(table);
  }

  /**
   * Finds a column.
   *
   * @param name in CQL
   * @throws StatsException if there is none of that name
   */
  public static ColumnMetadata column(TableMetadata table, String name) {
    return table
        .getColumn(identifier(name))
        .orElseThrow(
            () ->
                new StatsException(
                    "There is no column %s in %s: it has %s."
                        .formatted(
                            name, TableName.of(table), Names.cql(table.getColumns().values()))));
  }

  private static CqlIdentifier identifier(String name) {
    try {
      return CqlIdentifier.fromCql(name);
    } catch (IllegalArgumentException unquoted) {
      throw new StatsException(
          "%s is not the name of a column: expected it as CQL writes it.".formatted(name),
          unquoted);
    }
  }

  /** How long rows live from their time on, or from when they come; empty without a limit. */
  public Optional<Duration> timeToLive() {
    return timeToLive(table);
  }

  /** How long rows of a table live from their time on; empty without a limit. */
  public static Optional<Duration> timeToLive(TableMetadata table) {
    Optional<Duration> ofBuckets =
        StoredDefinition.find(Watermarks.Kind.ROLLUP, table).map(StoredDefinition::timeToLive);
    return ofBuckets.isPresent()
        ? ofBuckets
        : Optional.of((Integer) table.getOptions().get(TIME_TO_LIVE))
            .filter(seconds -> seconds > 0)
            .map(Duration::ofSeconds);
  }

  public TableName name() {
    return TableName.of(table);
  }

  /** What tells series apart, whose rows are in the order of their times. */
  public SeriesKey key() {
    return SeriesKey.of(table, column);
  }

  /** Whether the last row of a series is stored first. */
  public boolean isDescending() {
    return table.getClusteringColumns().get(column) == ClusteringOrder.DESC;
  }

  /**
   * Executes a statement that finds no row, since no token is in between: what is refused, whatever
   * it asks for, is refused at once.
   *
   * @param select the statement up to WHERE
   */
  public void dryRun(StatementSender calls, String select) {
    String partition = Names.cql(table.getPartitionKey());
    String none = " WHERE token(%s) > 0 AND token(%s) <= 0".formatted(partition, partition);
    calls.rows(calls.bind(calls.prepare(select + none), List.of()));
  }
}
