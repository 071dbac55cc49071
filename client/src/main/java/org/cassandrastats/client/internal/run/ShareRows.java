/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsRow;

/** Rows of a result, some columns of which show the part of their value in the sum of all rows. */
final class ShareRows implements Consumer<StatsRow> {
  private final Set<Integer> columns;
  private final long mostBytes;
  private final Consumer<StatsRow> taker;
  private final List<StatsRow> rows = new ArrayList<>();
  private final Map<Integer, Double> sums = new HashMap<>();
  private long bytes;

  /**
   * No rows.
   *
   * @param mostBytes what the rows may take together
   * @param taker takes them once they are all there
   */
  ShareRows(Set<Integer> columns, long mostBytes, Consumer<StatsRow> taker) {
    this.columns = Set.copyOf(columns);
    this.mostBytes = mostBytes;
    this.taker = taker;
  }

  @Override
  public void accept(StatsRow row) {
    for (int column : columns) {
      Object value = row.get(column);
      if (value != null && !(value instanceof Number)) {
        throw new StatsException(
            "A share is a part of a number: expected numbers in %s, found other values."
                .formatted(row.names().get(column)));
      }
      if (value instanceof Number number) {
        sums.merge(column, number.doubleValue(), Double::sum);
      }
    }
    rows.add(row);
    bytes += RowList.bytesOf(row.values());
    if (bytes > mostBytes) {
      throw new StatsException(
          String.format(
              Locale.ROOT,
              "The rows whose shares are asked for take more than %,d MB, %,d of them: expected fewer groups, or more memory for them (--group-memory).",
              mostBytes >> 20,
              rows.size()));
    }
  }

  /** There are no more rows. */
  void complete() {
    for (StatsRow row : rows) {
      List<Object> values = new ArrayList<>(row.values());
      for (int column : columns) {
        Number number = (Number) values.get(column);
        double sum = sums.getOrDefault(column, 0.0);
        values.set(
            column, number == null || sum == 0 ? null : (Object) (number.doubleValue() / sum));
      }
      taker.accept(StatsRow.of(row.names(), values));
    }
  }
}
