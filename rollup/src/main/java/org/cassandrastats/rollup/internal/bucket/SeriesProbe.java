/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * Finds the series of a partition: the values of the clustering columns before the time, by a
 * request for each. They are looked for from where the latest rows are: the first ones of a series
 * may have been deleted or expired, and nodes refuse to look past too many such.
 */
final class SeriesProbe {
  private final StatementSender calls;
  private final List<Level> levels = new ArrayList<>();
  private final int partitionColumns;

  SeriesProbe(StatementSender calls, BucketSource source) {
    this.calls = calls;
    this.partitionColumns = source.key().partition().size();
    String conditions = new SeriesKey(source.key().partition(), List.of()).markers();
    List<String> backwards = new ArrayList<>();
    for (ColumnMetadata column : source.key().clustering()) {
      String name = Names.cql(column.getName());
      boolean isAscending =
          source.table().getClusteringColumns().get(column) == ClusteringOrder.ASC;
      backwards.add(name + (isAscending ? " DESC" : " ASC"));
      String select = "SELECT %s FROM %s WHERE %s".formatted(name, source.name(), conditions);
      String next = "%s AND %s %s ?";
      String order =
          (source.isDescending() ? "" : " ORDER BY " + String.join(", ", backwards)) + " LIMIT 1";
      levels.add(
          new Level(
              calls.prepare(select + order),
              calls.prepare(
                  next.formatted(select, name, isAscending == source.isDescending() ? ">" : "<")
                      + order)));
      conditions += " AND " + name + " = ?";
    }
  }

  /**
   * The statements about one of the columns.
   *
   * @param first of the first value: what is known of the key
   * @param next of the value behind another one
   */
  private record Level(PreparedStatement first, PreparedStatement next) {}

  /**
   * Visits the series of a partition until one is the last that is wanted.
   *
   * @param key of the partition
   * @return whether more are wanted
   */
  boolean visit(List<ByteBuffer> key, Predicate<List<ByteBuffer>> visitor) {
    int depth = key.size() - partitionColumns;
    if (depth == levels.size()) {
      return visitor.test(key);
    }
    Level level = levels.get(depth);
    ByteBuffer value = find(level.first(), key);
    while (value != null) {
      List<ByteBuffer> longer = with(key, value);
      if (!visit(longer, visitor)) {
        return false;
      }
      value = find(level.next(), longer);
    }
    return true;
  }

  private ByteBuffer find(PreparedStatement statement, List<ByteBuffer> values) {
    List<Row> rows = calls.rows(calls.bind(statement, values));
    // A partition that has static columns only gives a row without a value.
    return rows.isEmpty() ? null : rows.get(0).getBytesUnsafe(0);
  }

  private static List<ByteBuffer> with(List<ByteBuffer> key, ByteBuffer value) {
    List<ByteBuffer> longer = new ArrayList<>(key);
    longer.add(value);
    return longer;
  }
}
