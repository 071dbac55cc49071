/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.frequent.FrequentFinish;
import org.cassandrastats.udf.frequent.FrequentState;
import org.cassandrastats.udf.frequent.FrequentTable;
import org.cassandrastats.udf.state.Buffers;

/** How frequent states are merged. The layout is that of {@link FrequentState}. */
public final class FrequentUnion {
  private FrequentUnion() {}

  /**
   * The state of the rows of two states together, as Apache DataSketches merges them: counters are
   * added, and the errors are. It has the smaller map and max of both. Which values are kept may
   * depend on the order in which states are merged; what is said of them and of the values above
   * 1/max of all rows holds in every order.
   *
   * <p>It is the state function of {@code frequent_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code frequent_state} ends it.
   *
   * @param left a frequent state, or the empty blob; null gives null
   * @param right a frequent state, or the empty blob; null gives null
   * @return the final state, of bigints at most 12320 bytes, of texts at most 205088
   * @throws IllegalArgumentException if either blob is not a frequent state, if they are states of
   *     different types, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "frequent_union",
      elsewhere = "topn_union (PostgreSQL)",
      examples =
          "frequent_estimates(frequent_union("
              + "frequent_items(position, 10), frequent_items(position + 1, 10))) = [4,3,2,1]",
      aggregates =
          @Aggregate(
              value = "frequent_merge",
              initial = Buffers.MERGE,
              finish = "frequent_state",
              elsewhere = {"approx_top_k_combine (Spark)", "topn_union_agg (PostgreSQL)"},
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  "frequent_values(frequent_merge(frequent_state("
                      + "frequent_accumulate((blob) 0x, position, 10)))) = ['-1','0','1']"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = FrequentTable.isMerged(left) && !Buffers.shareBytes(left, right);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer sum = isOwn ? left : ByteBuffer.allocate(0);
    // One loop, so that a body holds what reads a state once; the last thing that is read is the
    // sum itself.
    for (int side = isMerge ? 1 : 0; side < (isMerge ? 2 : 3); side++) {
      ByteBuffer part = side == 0 ? left : side == 1 ? right : sum;
      if (part.remaining() > 0) {
        ByteBuffer view = FrequentFinish.finished(part);
        if (side == 2) {
          sum = view;
        } else if (getLong(view, FrequentState.ROWS) > 0) {
          sum = added(sum, view);
        }
      }
    }
    return isMerge && sum.remaining() == 0 ? left : sum;
  }

  /** The rows of a table that is changed in place, or of none, with those of a stored state. */
  private static ByteBuffer added(ByteBuffer table, ByteBuffer state) {
    int lgMax = Math.min(state.get(FrequentState.LG_MAX), FrequentState.MAXIMUM_LG);
    int max = getInt(state, FrequentState.MAX);
    int kind = state.get(FrequentState.KIND);
    ByteBuffer sum = table;
    if (table.remaining() == 0) {
      sum = FrequentTable.empty(lgMax, max, kind, Buffers.MERGED_TAIL);
    }
    long rows = sum.getLong(FrequentState.ROWS) + getLong(state, FrequentState.ROWS);
    require(sum.get(FrequentState.KIND), kind, rows);
    int values = getInt(state, FrequentState.VALUES);
    if (values > 0) {
      lgMax = Math.min(lgMax, sum.get(FrequentState.LG_MAX));
      sum.put(FrequentState.LG_MAX, (byte) lgMax);
    }
    max = least(max, sum.getInt(FrequentState.MAX));
    sum.putInt(FrequentState.MAX, max);
    sum.put(FrequentState.KIND, (byte) (kind | sum.get(FrequentState.KIND)));
    int at = FrequentState.COUNTERS + 8 * values;
    for (int i = 0; i < values; i++) {
      int length = FrequentState.length(state, at);
      at += FrequentState.lead(state);
      FrequentCounters.write(sum, state, at, length);
      sum = FrequentCounters.add(sum, getLong(state, FrequentState.COUNTERS + 8 * i));
      at += length;
    }
    long error = sum.getLong(FrequentState.ERROR) + getLong(state, FrequentState.ERROR);
    sum.putLong(FrequentState.ERROR, error);
    sum.putLong(FrequentState.ROWS, rows);
    return sum;
  }

  /** The smaller one of those that are known. */
  private static int least(int max, int other) {
    return max == 0 || other == 0 ? max + other : Math.min(max, other);
  }

  /** Refuses to add texts to numbers, and more rows than can be counted. */
  private static void require(int kind, int other, long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("frequent_union: the count would exceed 2^63-1");
    }
    if (kind != other && kind != 0 && other != 0) {
      throw new IllegalArgumentException(
          "frequent_union: expected states of one type, found one of bigints and one of texts");
    }
  }
}
