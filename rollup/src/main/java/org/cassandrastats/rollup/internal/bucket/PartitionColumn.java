/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * The column of a partition key that holds the beginning of each partition of a series: a time, or
 * the day that begins then in the time zone.
 *
 * @param index in the partition key
 * @param values how times are bytes of the column
 * @param widths how series are cut
 */
record PartitionColumn(int index, TimeColumn values, Buckets widths) {
  /**
   * Finds the column.
   *
   * @param unit what a bigint counts; null for milliseconds
   * @throws StatsException if the partition key has no such column, or it holds no times
   */
  static PartitionColumn of(TableMetadata table, PartitionSpec cut, TimeColumn.Unit unit) {
    ColumnMetadata column = BucketSource.column(table, cut.column());
    int index = table.getPartitionKey().indexOf(column);
    if (index < 0) {
      throw new StatsException(
          "The column %s cuts no series of %s: expected one of its partition key (%s)."
              .formatted(cut.column(), TableName.of(table), Names.cql(table.getPartitionKey())));
    }
    TimeColumn values =
        TimeColumn.of(
            Names.cql(column.getName()),
            column.getType(),
            column.getType().equals(DataTypes.BIGINT) ? unit : null,
            Buckets.of(cut.widths().width(), null));
    if (!values.isNumber()) {
      throw new StatsException(
          "The column %s is a timeuuid: expected a timestamp, date or bigint, the beginning of a partition."
              .formatted(values.name()));
    }
    return new PartitionColumn(index, values, cut.widths());
  }

  /** Where a partition begins, in milliseconds. */
  long start(List<ByteBuffer> key) {
    long millis = values.millis(key.get(index));
    return isDate()
        ? widths.dayStart(LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC))
        : millis;
  }

  /** The key of the partition of the same series that holds a time. */
  List<ByteBuffer> with(List<ByteBuffer> key, long time) {
    long start = widths.start(time);
    List<ByteBuffer> with = new ArrayList<>(key);
    with.set(
        index,
        values.bytes(
            isDate()
                ? widths.day(start).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli()
                : start));
    return with;
  }

  private boolean isDate() {
    return values.type().equals(DataTypes.DATE);
  }
}
