/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

/** Sorts points by their times. */
final class TimeOrder {
  private TimeOrder() {}

  /** Merges ever longer runs from the bottom up, so that points of one time keep their order. */
  static void sort(long[] times, double[] values) {
    int count = times.length;
    long[] oldTimes = new long[count];
    double[] oldValues = new double[count];
    for (int run = 1; run < count; run *= 2) {
      for (int i = 0; i < count; i++) {
        oldTimes[i] = times[i];
        oldValues[i] = values[i];
      }
      for (int from = 0; from < count; from += 2 * run) {
        int middle = Math.min(count, from + run);
        int end = Math.min(count, from + 2 * run);
        int left = from;
        int right = middle;
        for (int to = from; to < end; to++) {
          boolean isLeft = right == end || (left < middle && oldTimes[left] <= oldTimes[right]);
          int next = right;
          if (isLeft) {
            next = left;
            left++;
          } else {
            right++;
          }
          times[to] = oldTimes[next];
          values[to] = oldValues[next];
        }
      }
    }
  }
}
