/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.FloatType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.ShortType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimeType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.schema.ColumnMetadata;

/** The columns whose values are asked for: numbers and times of a fixed width, up to 8 bytes. */
public final class AskedColumns {
  private static final Map<AbstractType<?>, Integer> WIDTHS =
      Map.of(
          ByteType.instance, 1,
          ShortType.instance, 2,
          Int32Type.instance, 4,
          SimpleDateType.instance, 4,
          FloatType.instance, 4,
          LongType.instance, 8,
          TimestampType.instance, 8,
          TimeType.instance, 8,
          DoubleType.instance, 8);

  private final List<ColumnMetadata> columns;
  private final int[] widths;

  private AskedColumns(List<ColumnMetadata> columns) {
    this.columns = List.copyOf(columns);
    this.widths = columns.stream().mapToInt(column -> WIDTHS.get(column.type)).toArray();
  }

  /** These columns; null where there is none, or one of them has another type. */
  public static AskedColumns of(List<ColumnMetadata> columns) {
    for (ColumnMetadata column : columns) {
      if (!column.isRegular() || !WIDTHS.containsKey(column.type)) {
        return null;
      }
    }
    return columns.isEmpty() ? null : new AskedColumns(columns);
  }

  public int size() {
    return columns.size();
  }

  public ColumnMetadata get(int index) {
    return columns.get(index);
  }

  /** Bytes of a value. */
  public int width(int index) {
    return widths[index];
  }

  int[] widths() {
    return widths.clone();
  }

  public int indexOf(ColumnMetadata column) {
    return columns.indexOf(column);
  }

  int indexOfName(ColumnMetadata column) {
    for (int index = 0; index < columns.size(); index++) {
      if (columns.get(index).name.equals(column.name)) {
        return index;
      }
    }
    return -1;
  }
}
