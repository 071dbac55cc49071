/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.cql.Select;

/** Rows of a result in the order of some of its columns: nulls last, equal rows as they came. */
final class OrderedRows implements Consumer<StatsRow> {
  private final Consumer<StatsRow> rows;
  private final int limit;
  private final long mostBytes;
  private final Comparator<Numbered> order;
  private final PriorityQueue<Numbered> first;
  private long bytes;
  private long taken;

  private record Numbered(StatsRow row, long number) {}

  /**
   * No rows.
   *
   * @param result which columns order it, and how many of the first rows are wanted
   * @param mostBytes what the rows may take together
   * @param rows takes them once they are all there
   */
  OrderedRows(Select.Result result, long mostBytes, Consumer<StatsRow> rows) {
    this.rows = rows;
    this.limit = result.limit();
    this.mostBytes = mostBytes;
    Comparator<Numbered> all = Comparator.comparingLong(Numbered::number);
    for (int i = result.orderBy().size() - 1; i >= 0; i--) {
      all = byColumn(result.orderBy().get(i)).thenComparing(all);
    }
    this.order = all;
    this.first = new PriorityQueue<>(order.reversed());
  }

  private static Comparator<Numbered> byColumn(Select.Ordering ordering) {
    Comparator<Object> values = (left, right) -> compare(ordering.column(), left, right);
    return Comparator.comparing(
        one -> one.row.get(ordering.column()),
        Comparator.nullsLast(ordering.descending() ? values.reversed() : values));
  }

  @SuppressWarnings("unchecked") // Values of a column are of one type.
  private static int compare(String column, Object left, Object right) {
    if (!(left instanceof Comparable)) {
      throw new StatsException(
          "ORDER BY %s: expected a column of numbers, texts or times, found %s."
              .formatted(column, left));
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  @Override
  public void accept(StatsRow row) {
    first.add(new Numbered(row, taken++));
    bytes += RowList.bytesOf(row.values());
    if (limit > 0 && first.size() > limit) {
      bytes -= RowList.bytesOf(first.remove().row.values());
    }
    if (bytes > mostBytes) {
      throw new StatsException(
          String.format(
              Locale.ROOT,
              "The rows to be ordered take more than %,d MB, %,d of them: expected a LIMIT, or more memory for groups (--group-memory, in Spark group-memory-mb).",
              mostBytes >> 20,
              first.size()));
    }
  }

  /** There are no more rows. */
  void complete() {
    List<Numbered> ordered = new ArrayList<>(first);
    ordered.sort(order);
    ordered.forEach(one -> rows.accept(one.row));
  }
}
