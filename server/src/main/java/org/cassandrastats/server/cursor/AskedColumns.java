/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.AsciiType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.DecimalType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.FloatType;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.IntegerType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.ShortType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimeType;
import org.apache.cassandra.db.marshal.TimeUUIDType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UUIDType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.cassandrastats.types.StateType;

/**
 * The columns whose values are asked for: numbers and times of a fixed width, up to 8 bytes, and
 * wide ones, whose values have any number of bytes. Those of cells come first, those of the
 * clustering behind them.
 */
public final class AskedColumns {
  /** The width of those that are wide. */
  public static final int WIDE = -1;

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

  private static final Set<AbstractType<?>> EQUAL_AS_BYTES =
      Set.of(
          UTF8Type.instance,
          AsciiType.instance,
          BytesType.instance,
          UUIDType.instance,
          TimeUUIDType.instance,
          InetAddressType.instance);

  private static final Set<AbstractType<?>> OTHERS_OF_BYTES =
      Set.of(BooleanType.instance, IntegerType.instance, DecimalType.instance);

  private final List<ColumnMetadata> columns;
  private final int[] widths;
  private final int cells;
  private final boolean countsRows;
  private final boolean groupsRows;
  private final int prefix;

  private AskedColumns(
      List<ColumnMetadata> columns, boolean countsRows, boolean groupsRows, int prefix) {
    this.columns = columns;
    this.countsRows = countsRows;
    this.groupsRows = groupsRows;
    this.prefix = prefix;
    this.widths =
        columns.stream()
            .mapToInt(column -> WIDTHS.getOrDefault(column.type.unwrap(), WIDE))
            .toArray();
    this.cells = (int) columns.stream().filter(ColumnMetadata::isRegular).count();
  }

  /**
   * These columns, for rows that are one group; null where there is nothing to ask for, or one has
   * another type.
   *
   * @param countsRows whether it is asked which rows there are, whatever their values
   */
  public static AskedColumns of(Collection<ColumnMetadata> columns, boolean countsRows) {
    return of(columns, countsRows, false, 0);
  }

  /**
   * These columns, for groups.
   *
   * @param prefix so many columns of the clustering are alike in all rows of a group
   */
  public static AskedColumns ofGroups(
      Collection<ColumnMetadata> columns, boolean countsRows, int prefix) {
    return of(columns, countsRows, true, prefix);
  }

  /** Whether equal values of these columns have the same bytes. */
  public static boolean areEqualAsBytes(Collection<ColumnMetadata> columns) {
    return columns.stream()
        .map(column -> column.type.unwrap())
        .allMatch(type -> WIDTHS.containsKey(type) || EQUAL_AS_BYTES.contains(type));
  }

  /** Whether these columns are numbers and times of a fixed width. */
  public static boolean haveNumbers(Collection<ColumnMetadata> columns) {
    return columns.stream().allMatch(column -> WIDTHS.containsKey(column.type.unwrap()));
  }

  /** Whether values of a column can be asked for. */
  public static boolean canHave(ColumnMetadata column) {
    AbstractType<?> type = column.type.unwrap();
    return WIDTHS.containsKey(type)
        || EQUAL_AS_BYTES.contains(type)
        || OTHERS_OF_BYTES.contains(type)
        || type instanceof StateType;
  }

  private static AskedColumns of(
      Collection<ColumnMetadata> columns, boolean countsRows, boolean groupsRows, int prefix) {
    if (!columns.stream().allMatch(AskedColumns::canHave)) {
      return null;
    }
    List<ColumnMetadata> sorted = new ArrayList<>(columns);
    sorted.sort(Comparator.comparing(ColumnMetadata::isClusteringColumn));
    AskedColumns asked = new AskedColumns(List.copyOf(sorted), countsRows, groupsRows, prefix);
    return asked.cells == 0 && !countsRows ? null : asked;
  }

  /** Whether it is asked which rows there are, whatever their values. */
  boolean countsRows() {
    return countsRows;
  }

  /** Whether it matters which rows are there. */
  boolean knowsRows() {
    return countsRows || groupsRows;
  }

  /** Whether rows that are there make groups. */
  boolean groupsRows() {
    return groupsRows;
  }

  /** How many columns of the clustering are alike in all rows of a group. */
  int prefix() {
    return prefix;
  }

  /** How many have cells. */
  public int cells() {
    return cells;
  }

  public int size() {
    return columns.size();
  }

  public ColumnMetadata get(int index) {
    return columns.get(index);
  }

  /** Bytes of a value; {@link #WIDE} where it may have any number of them. */
  public int width(int index) {
    return widths[index];
  }

  int[] widths() {
    return widths.clone();
  }

  /** Of each column that has no cell its place in the clustering. */
  int[] clusterings() {
    return columns.stream().skip(cells).mapToInt(ColumnMetadata::position).toArray();
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
