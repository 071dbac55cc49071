/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.TimePoints;
import org.cassandrastats.udf.time_weight.TimeWeightState;

/** Two states, one before the other, as one. */
final class TimeWeightMerge {
  private TimeWeightMerge() {}

  /** Adds the values of a valid state to another one, which is changed in place. */
  static void merge(ByteBuffer sum, ByteBuffer part) {
    if (TimeWeightState.method(sum) != TimeWeightState.method(part)) {
      throw new IllegalArgumentException(
          "time_weight_union: expected states of one method, found locf and linear");
    }
    boolean isLater = TimePoints.isBehind(part, sum, TimeWeightState.FIRST, TimeWeightState.LAST);
    ByteBuffer early = isLater ? sum : part;
    ByteBuffer late = isLater ? part : sum;
    boolean isShared =
        TimePoints.isShared(early, late, TimeWeightState.FIRST, TimeWeightState.LAST);
    TimePoints.requireDisjoint(
        early, late, TimeWeightState.FIRST, TimeWeightState.LAST, isShared, "time_weight_union");
    long end = early.getLong(TimeWeightState.LAST);
    long begin = late.getLong(TimeWeightState.FIRST);
    double before = early.getDouble(TimeWeightState.LAST + TimePoints.VALUE);
    double after = late.getDouble(TimeWeightState.FIRST + TimePoints.VALUE);
    long earlyCount = early.getLong(TimeWeightState.COUNT);
    // Nothing is changed before the total is known to fit.
    long count =
        FixedState.total(
            isShared ? earlyCount - 1 : earlyCount,
            late.getLong(TimeWeightState.COUNT),
            "time_weight");
    TimePoints.copy(part, sum, isLater ? TimeWeightState.LAST : TimeWeightState.FIRST);
    sum.putLong(TimeWeightState.COUNT, count);
    TimeWeightRows.addArea(
        sum, part.getDouble(TimeWeightState.INTEGRAL), part.getDouble(TimeWeightState.REMAINDER));
    // Between both there is no time where they share a point.
    TimeWeightRows.addGap(sum, end, begin, before, after);
  }
}
