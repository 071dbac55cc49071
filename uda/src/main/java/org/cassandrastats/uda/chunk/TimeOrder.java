/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.chunk.PointsState;

/** Sorts points by their times. */
final class TimeOrder {
  private TimeOrder() {}

  /**
   * The points of a state in order; itself if they are. Merges ever longer runs from the bottom up,
   * so that points of one time keep their order.
   */
  static ByteBuffer sorted(ByteBuffer points) {
    int count = PointsState.count(points);
    long[] times = new long[count];
    int[] order = new int[count];
    boolean isOrdered = true;
    for (int i = 0; i < count; i++) {
      times[i] = points.getLong(PointsState.POINTS + PointsState.POINT_SIZE * i);
      order[i] = i;
      isOrdered &= times[Math.max(0, i - 1)] <= times[i];
    }
    ByteBuffer sorted = points;
    if (!isOrdered) {
      sort(times, order);
      sorted = ByteBuffer.allocate(points.limit());
      for (int i = 0; i < count; i++) {
        int to = PointsState.POINTS + PointsState.POINT_SIZE * i;
        int from = PointsState.POINTS + PointsState.POINT_SIZE * order[i];
        PointsState.put(
            sorted, to, times[order[i]], points.getDouble(from + 8), points.getLong(from + 16));
      }
    }
    return sorted;
  }

  private static void sort(long[] times, int[] order) {
    int count = times.length;
    int[] old = new int[count];
    for (int run = 1; run < count; run *= 2) {
      for (int i = 0; i < count; i++) {
        old[i] = order[i];
      }
      for (int from = 0; from < count; from += 2 * run) {
        int middle = Math.min(count, from + run);
        int end = Math.min(count, from + 2 * run);
        int left = from;
        int right = middle;
        for (int to = from; to < end; to++) {
          boolean isLeft = right == end || (left < middle && times[old[left]] <= times[old[right]]);
          int next = right;
          if (isLeft) {
            next = left;
            left++;
          } else {
            right++;
          }
          order[to] = old[next];
        }
      }
    }
  }
}
