/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.Window;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.function.Selection.Role;
import org.cassandrastats.client.internal.split.Grouping;

/** Columns of the result that say something of groups before theirs in the same series. */
final class Windows {
  private final Selection selection;
  private final Grouping grouping;
  private final Map<Integer, Window> windows = new LinkedHashMap<>();

  /** The merged groups of the series; null before the first. */
  private List<ByteBuffer> running;

  /** The values of the last buckets of the series, the latest last. */
  private final Map<Long, List<Object>> earlier = new LinkedHashMap<>();

  private final int mostEarlier;

  /**
   * Windows of a query.
   *
   * @param named by the names of their columns
   * @throws StatsException if there is no such column, or the order of groups is not known
   */
  Windows(Selection selection, Grouping grouping, Map<String, Window> named) {
    this.selection = selection;
    this.grouping = grouping;
    named.forEach(this::add);
    this.mostEarlier = windows.values().stream().mapToInt(Window::buckets).max().orElse(0);
  }

  private void add(String column, Window window) {
    int place = selection.names().indexOf(column);
    if (place < 0 || selection.roles().get(place) == Role.KEY) {
      throw new StatsException(
          "The window of %s: expected an aggregate of the result, which has %s."
              .formatted(column, String.join(", ", selection.names())));
    }
    if (window.kind() == Window.Kind.RUNNING && !grouping.isInsidePartitions()) {
      throw new StatsException(
          "The window of %s adds groups in their order: expected GROUP BY of a clustering column, or of time_bucket or floor of one, at its end."
              .formatted(column));
    }
    if (window.kind() == Window.Kind.LAG
        && (grouping.computed().isEmpty() || grouping.descending())) {
      throw new StatsException(
          "The window of %s looks for an earlier bucket: expected GROUP BY time_bucket or floor of a timestamp, date or bigint, in ascending order."
              .formatted(column));
    }
    windows.put(place, window);
  }

  /** The columns that show shares. */
  Set<Integer> shares() {
    Map<Integer, Window> shares = new HashMap<>(windows);
    shares.values().removeIf(window -> window.kind() != Window.Kind.SHARE);
    return shares.keySet();
  }

  /** No group comes before the next one. */
  void reset() {
    running = null;
    earlier.clear();
  }

  /**
   * The values of a row, with those of windows.
   *
   * @param group whose row it is
   * @param hasRows whether it is no gap
   * @param values of its own
   */
  List<Object> of(List<ByteBuffer> group, boolean hasRows, List<Object> values) {
    if (windows.isEmpty()) {
      return values;
    }
    if (hasRows && has(Window.Kind.RUNNING)) {
      // Merging changes the first of both in place, and rows keep what they have.
      running = running == null ? copy(group) : selection.merge(running, copy(group));
    }
    List<Object> totals = running == null ? null : selection.values(copy(running));
    List<Object> shown = new ArrayList<>(values);
    windows.forEach(
        (place, window) -> {
          switch (window.kind()) {
            case RUNNING ->
                shown.set(place, totals == null ? none(place, values) : totals.get(place));
            case LAG -> shown.set(place, before(group, window.buckets(), place));
            case SHARE -> {}
          }
        });
    remember(group, values);
    return shown;
  }

  /** What a gap shows before the first rows of a series: no value, but a count. */
  private Object none(int place, List<Object> values) {
    return selection.roles().get(place) == Role.COUNT ? values.get(place) : null;
  }

  private boolean has(Window.Kind kind) {
    return windows.values().stream().anyMatch(window -> window.kind() == kind);
  }

  private static List<ByteBuffer> copy(List<ByteBuffer> group) {
    List<ByteBuffer> copies = new ArrayList<>(group);
    copies.replaceAll(
        bytes ->
            bytes == null
                ? null
                : ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip());
    return copies;
  }

  private ByteBuffer key(List<ByteBuffer> group) {
    return group.get(grouping.keys().size() - 1);
  }

  private Object before(List<ByteBuffer> group, int buckets, int place) {
    if (!BucketFunction.isTime(key(group))) {
      return null;
    }
    BucketFunction function = grouping.computed().orElseThrow();
    OptionalLong bucket = OptionalLong.of(function.time(key(group)));
    for (int i = 0; i < buckets && bucket.isPresent(); i++) {
      bucket = function.previous(bucket.getAsLong());
    }
    List<Object> values = bucket.isEmpty() ? null : earlier.get(bucket.getAsLong());
    return values == null ? null : values.get(place);
  }

  private void remember(List<ByteBuffer> group, List<Object> values) {
    if (mostEarlier > 0 && BucketFunction.isTime(key(group))) {
      earlier.put(grouping.computed().orElseThrow().time(key(group)), values);
      if (earlier.size() > mostEarlier) {
        earlier.remove(earlier.keySet().iterator().next());
      }
    }
  }
}
