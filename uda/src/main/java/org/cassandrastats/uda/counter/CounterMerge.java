/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.counter.CounterState;
import org.cassandrastats.udf.state.TimePoints;

/** Two states, one before the other, as one. */
final class CounterMerge {
  private CounterMerge() {}

  /** Adds the values of a valid state to another one, which is changed in place. */
  static void merge(ByteBuffer sum, ByteBuffer part) {
    CounterState.requireOneKind(sum, part, "counter_union");
    boolean isLater = TimePoints.isBehind(part, sum, CounterState.FIRST, CounterState.LAST);
    ByteBuffer early = isLater ? sum : part;
    ByteBuffer late = isLater ? part : sum;
    boolean isShared = TimePoints.isShared(early, late, CounterState.FIRST, CounterState.LAST);
    TimePoints.requireDisjoint(
        early, late, CounterState.FIRST, CounterState.LAST, isShared, "counter_union");
    double before = early.getDouble(CounterState.LAST + TimePoints.VALUE);
    double after = late.getDouble(CounterState.FIRST + TimePoints.VALUE);
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
    double secondValue = ofSecond.getDouble(second + TimePoints.VALUE);
    long timeButOne = ofLastButOne.getLong(lastButOne);
    double valueButOne = ofLastButOne.getDouble(lastButOne + TimePoints.VALUE);
    TimePoints.copy(part, sum, isLater ? CounterState.LAST : CounterState.FIRST);
    TimePoints.put(sum, CounterState.SECOND, secondTime, secondValue);
    TimePoints.put(sum, CounterState.LAST_BUT_ONE, timeButOne, valueButOne);
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

  private static void addTo(ByteBuffer sum, int offset, ByteBuffer part) {
    sum.putLong(offset, sum.getLong(offset) + part.getLong(offset));
  }
}
