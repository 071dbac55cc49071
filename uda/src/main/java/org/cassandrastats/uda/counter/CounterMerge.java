/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.counter.CounterRange;
import org.cassandrastats.udf.counter.CounterState;

/** Two states, one before the other, as one. */
final class CounterMerge {
  private CounterMerge() {}

  /** Adds the values of a valid state to another one, which is changed in place. */
  static void merge(ByteBuffer sum, ByteBuffer part) {
    long first = sum.getLong(CounterState.FIRST);
    long partFirst = part.getLong(CounterState.FIRST);
    boolean isLater =
        partFirst > first
            || (partFirst == first
                && part.getLong(CounterState.LAST) >= sum.getLong(CounterState.LAST));
    ByteBuffer early = isLater ? sum : part;
    ByteBuffer late = isLater ? part : sum;
    long end = early.getLong(CounterState.LAST);
    long begin = late.getLong(CounterState.FIRST);
    double before = early.getDouble(CounterState.LAST + CounterState.VALUE);
    double after = late.getDouble(CounterState.FIRST + CounterState.VALUE);
    boolean isShared = end == begin && before == after;
    if (end >= begin && !isShared) {
      throw new IllegalArgumentException(
          "counter_union: expected ranges of time that do not overlap, found "
              + CounterRange.text(sum)
              + " and "
              + CounterRange.text(part)
              + "; merge states of one series in the order of time");
    }
    long earlyCount = early.getLong(CounterState.COUNT);
    long lateCount = late.getLong(CounterState.COUNT);
    // Nothing is changed before the total is known to fit. There are fewer resets and changes.
    long count = CounterState.total(isShared ? earlyCount - 1 : earlyCount, lateCount);
    // The neighbours of the ends, of which a state of one value has none.
    int second = CounterState.SECOND;
    ByteBuffer ofSecond = early;
    if (earlyCount == 1) {
      ofSecond = late;
      second = isShared ? CounterState.SECOND : CounterState.FIRST;
    }
    int lastButOne = CounterState.LAST_BUT_ONE;
    ByteBuffer ofLastButOne = late;
    if (lateCount == 1) {
      ofLastButOne = early;
      lastButOne = isShared ? CounterState.LAST_BUT_ONE : CounterState.LAST;
    }
    long secondTime = ofSecond.getLong(second);
    double secondValue = ofSecond.getDouble(second + CounterState.VALUE);
    long timeButOne = ofLastButOne.getLong(lastButOne);
    double valueButOne = ofLastButOne.getDouble(lastButOne + CounterState.VALUE);
    if (isLater) {
      copy(part, sum, CounterState.LAST);
    } else {
      copy(part, sum, CounterState.FIRST);
    }
    CounterState.put(sum, CounterState.SECOND, secondTime, secondValue);
    CounterState.put(sum, CounterState.LAST_BUT_ONE, timeButOne, valueButOne);
    sum.putLong(CounterState.COUNT, count);
    addTo(sum, CounterState.RESETS, part);
    addTo(sum, CounterState.CHANGES, part);
    sum.putDouble(
        CounterState.REMAINDER,
        sum.getDouble(CounterState.REMAINDER) + part.getDouble(CounterState.REMAINDER));
    CounterSteps.addLost(sum, part.getDouble(CounterState.LOST));
    if (!isShared) {
      CounterSteps.add(sum, before, after);
    }
  }

  private static void copy(ByteBuffer part, ByteBuffer sum, int point) {
    sum.putLong(point, part.getLong(point));
    sum.putLong(point + CounterState.VALUE, part.getLong(point + CounterState.VALUE));
  }

  private static void addTo(ByteBuffer sum, int offset, ByteBuffer part) {
    sum.putLong(offset, sum.getLong(offset) + part.getLong(offset));
  }
}
