/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.api.StatsSummary;

/** The rows of a result that is kept as a whole, as long as it is of a size that fits in memory. */
public final class RowList implements Consumer<StatsRow> {
  /** The largest result that is kept. */
  public static final long MOST_BYTES = 64L << 20;

  private final List<StatsRow> rows = new ArrayList<>();
  private long bytes;

  @Override
  public void accept(StatsRow row) {
    bytes += bytesOf(row.values());
    if (bytes > MOST_BYTES) {
      throw new StatsException(
          String.format(
              Locale.ROOT,
              "The result takes more than %d MB after %,d rows: expected fewer partitions or smaller values. Rows can be taken one by one instead: as CSV or JSON, or by StatsClient.stream.",
              MOST_BYTES >> 20,
              rows.size()));
    }
    rows.add(row);
  }

  /** The rows in their order. */
  public List<StatsRow> rows() {
    return rows;
  }

  private static final long OBJECT = 32;
  private static final long ROW = 3 * OBJECT;
  private static final long REFERENCE = 8;
  private static final long CHARACTER = 2;

  /** The bytes of a row, about. */
  static long bytesOf(List<Object> values) {
    long bytes = ROW;
    for (Object value : values) {
      bytes += REFERENCE + bytes(value);
    }
    return bytes;
  }

  private static long bytes(Object value) {
    if (value instanceof ByteBuffer buffer) {
      return 2 * OBJECT + buffer.capacity();
    }
    if (value instanceof String text) {
      return OBJECT + CHARACTER * text.length();
    }
    if (value instanceof Collection<?> several) {
      return 2 * OBJECT
          + several.stream().mapToLong(RowList::bytes).sum()
          + REFERENCE * several.size();
    }
    if (value instanceof StatsSummary summary) {
      return bytes(summary.fields());
    }
    if (value instanceof Map<?, ?> map) {
      long bytes = 2 * OBJECT;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        bytes += 2 * OBJECT + bytes(entry.getKey()) + bytes(entry.getValue());
      }
      return bytes;
    }
    return value == null ? 0 : OBJECT;
  }
}
