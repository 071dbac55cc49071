/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.range.ValueOrder;
import org.cassandrastats.client.internal.run.PartialResult.Gate;
import org.cassandrastats.client.internal.split.Grouping;

/** Groups to which any partition may add: they are merged by their keys until all rows are read. */
final class CollectedGroups {
  private final Selection selection;
  private final Grouping grouping;
  private final long mostBytes;
  private final Map<List<ByteBuffer>, List<ByteBuffer>> groups = new HashMap<>();
  private long bytes;

  /**
   * No groups.
   *
   * @param mostBytes what all of them may take together
   */
  CollectedGroups(Selection selection, Grouping grouping, long mostBytes) {
    this.selection = selection;
    this.grouping = grouping;
    this.mostBytes = mostBytes;
  }

  /**
   * Adds a group of rows that a single query would read after those of all before.
   *
   * @throws StatsException if the groups are more than there may be
   */
  void add(List<ByteBuffer> group) {
    List<ByteBuffer> key = new ArrayList<>(group.subList(0, grouping.keys().size()));
    List<ByteBuffer> before = groups.get(key);
    bytes -= before == null ? 0 : Gate.bytesOf(before);
    List<ByteBuffer> merged = before == null ? group : selection.merge(before, group);
    bytes += Gate.bytesOf(merged);
    groups.put(key, merged);
    if (bytes > mostBytes) {
      throw new StatsException(
          String.format(
              Locale.ROOT,
              "The groups take more than %,d MB, %,d of them: expected fewer or smaller ones, partitions that follow each other in time (--partitions), or more memory for groups (--group-memory, in Spark group-memory-mb).",
              mostBytes >> 20,
              groups.size()));
    }
  }

  /** All groups in the order of their keys; nulls first, and times as partitions are read. */
  List<List<ByteBuffer>> inOrder() {
    List<List<ByteBuffer>> ordered = new ArrayList<>(groups.values());
    int last = grouping.keys().size() - 1;
    for (int key = last; key >= 0; key--) {
      int index = key;
      Comparator<ByteBuffer> values = order(grouping.keys().get(key).type());
      Comparator<ByteBuffer> order = Comparator.nullsFirst(values);
      boolean descends = key == last && grouping.isInsidePartitions() && grouping.descending();
      ordered.sort(
          Comparator.comparing(group -> group.get(index), descends ? order.reversed() : order));
    }
    return ordered;
  }

  /** Types whose order is not known are ordered by their bytes. */
  private static Comparator<ByteBuffer> order(DataType type) {
    return ValueOrder.of(type).or(() -> ValueOrder.of(DataTypes.BLOB)).orElseThrow();
  }
}
