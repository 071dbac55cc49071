/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.List;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.schema.TableMetadata;

/** The types of clustering columns, in which the rows of a partition are sorted. */
final class ClusteringOrder {
  private final AbstractType<?>[] types;
  private final int[] widths;
  private final boolean isLong;
  private final boolean isReversed;

  ClusteringOrder(TableMetadata table) {
    List<AbstractType<?>> all = table.comparator.subtypes();
    types = all.toArray(new AbstractType<?>[0]);
    widths = all.stream().mapToInt(AbstractType::valueLengthIfFixed).toArray();
    AbstractType<?> only = types.length == 1 ? types[0].unwrap() : null;
    isLong =
        only == LongType.instance || only == TimestampType.instance || only == Int32Type.instance;
    isReversed = types.length == 1 && types[0].isReversed();
  }

  int size() {
    return types.length;
  }

  AbstractType<?> type(int index) {
    return types[index];
  }

  /** Bytes of a value; -1 where they differ. */
  int width(int index) {
    return widths[index];
  }

  /** Whether there is one column, of whole numbers, so that a number says where a row is. */
  boolean isLong() {
    return isLong;
  }

  /** That number, which grows from row to row. */
  long key(long value) {
    return isReversed ? ~value : value;
  }
}
