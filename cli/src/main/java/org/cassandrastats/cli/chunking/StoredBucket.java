/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A bucket of the table of chunks.
 *
 * @param version how often it was written; null for never, or by others
 * @param parts the chunks of each part, by the columns; empty where there is no such bucket
 * @param columns the points of each column
 */
record StoredBucket(Integer version, List<List<ByteBuffer>> parts, List<Chunks> columns) {
  StoredBucket {
    parts = List.copyOf(parts);
    columns = List.copyOf(columns);
  }

  /** Whether it holds these points, bit for bit, in parts that are cut as they should be. */
  boolean holds(List<Points> points) {
    for (int i = 0; i < points.size(); i++) {
      if (!columns.get(i).isCut() || !columns.get(i).points().isSame(points.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Its points, and those of rows; where both have a time, the value of the row. */
  List<Points> with(List<Points> rows) {
    List<Points> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      all.add(columns.get(i).points().with(rows.get(i)));
    }
    return all;
  }

  /**
   * Times between which all columns have no more values than a chunk has: values that were deleted
   * are not read past in greater numbers than that at once.
   */
  List<Long> cuts() {
    long[] times = Points.times(columns.stream().map(Chunks::points).toList());
    int rows = Math.max(1, Chunks.SIZE / columns.size());
    List<Long> cuts = new ArrayList<>();
    for (int i = rows; i < times.length; i += rows) {
      cuts.add(times[i]);
    }
    return cuts;
  }
}
