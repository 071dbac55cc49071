/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/**
 * What can be asked of a ddsketch state: quantiles whose relative error is bounded, and count,
 * minimum, maximum and sum.
 *
 * <p>Every accessor gives null for a null or empty state. A blob that is no ddsketch state is an
 * error that says what was expected and found. What the states are is described at {@link
 * DdsketchState}.
 *
 * <p>Source: C. Masson, J. E. Rim and H. K. Lee, DDSketch: A Fast and Fully-Mergeable Quantile
 * Sketch with Relative-Error Guarantees, PVLDB 12(12), 2019.
 */
public final class Ddsketch {
  /** The most quantiles of one call. */
  private static final int MAXIMUM_QUANTILES = 4096;

  private Ddsketch() {}

  /**
   * Number of finite values, exact.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_count",
      calledOnNullInput = true,
      examples = "ddsketch_count(ddsketch(position, 0.01)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    long count = DdsketchRead.count(view);
    return count;
  }

  /**
   * Smallest value, exact.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_min",
      calledOnNullInput = true,
      examples = "ddsketch_min(ddsketch(position, 0.01)) = -1.0")
  public static Double min(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    return view.getDouble(DdsketchState.MINIMUM);
  }

  /**
   * Largest value, exact.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_max",
      calledOnNullInput = true,
      examples = "ddsketch_max(ddsketch(position, 0.01)) = 1.0")
  public static Double max(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    return view.getDouble(DdsketchState.MAXIMUM);
  }

  /**
   * Sum of the values, kept in two doubles and rounded once; null where the running sum passed the
   * largest double.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_sum",
      calledOnNullInput = true,
      examples = "ddsketch_sum(ddsketch(position, 0.01)) = -1.0")
  public static Double sum(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    return DdsketchRead.finiteOrNull(DdsketchRead.sum(view));
  }

  /**
   * Arithmetic mean of the values, from their sum; null where that is.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_mean",
      calledOnNullInput = true,
      examples = "ddsketch_mean(ddsketch(position, 0.01)) = -0.2")
  public static Double mean(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    Double sum = DdsketchRead.finiteOrNull(DdsketchRead.sum(view));
    if (sum == null) {
      return null;
    }
    long count = DdsketchRead.count(view);
    return DdsketchRead.mean(view, count);
  }

  /**
   * The relative error that the state was made with.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_relative_error",
      calledOnNullInput = true,
      examples = "ddsketch_relative_error(ddsketch(position, 0.01)) = 0.01")
  public static Double relativeError(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    return view.getDouble(DdsketchState.ERROR);
  }

  /**
   * An estimate of the value at a quantile: of the value whose rank is quantile x count, rounded
   * up. It differs from that value by at most the relative error, times that value, unless the
   * value is in bins that have collapsed. The first and the last value are the exact minimum and
   * maximum.
   *
   * @param state a ddsketch state; null or empty gives null
   * @param quantile from 0 to 1; null gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state, or if the quantile is not
   *     from 0 to 1
   */
  @CqlFunction(
      value = "ddsketch_quantile",
      calledOnNullInput = true,
      examples = {
        "ddsketch_quantile(ddsketch(position, 0.01), 0.5) = 0.0",
        "ddsketch_quantile(ddsketch(position, 0.01), 1.0) = 1.0"
      })
  public static Double quantile(ByteBuffer state, Double quantile) {
    if (state == null || state.remaining() == 0 || quantile == null) {
      return null;
    }
    DdsketchRead.requireQuantile(quantile);
    ByteBuffer view = DdsketchState.readable(state);
    long count = DdsketchRead.count(view);
    long rank = DdsketchRead.rankOf(quantile, count);
    if (rank == 1) {
      return view.getDouble(DdsketchState.MINIMUM);
    }
    if (rank == count) {
      return view.getDouble(DdsketchState.MAXIMUM);
    }
    int entries = DdsketchRead.entries(view);
    int step = DdsketchRead.step(view);
    int place = 0;
    long below = 0;
    // Counts of a forged state may be negative.
    for (int entry = 0; entry < entries && below < rank; entry++) {
      int offset = DdsketchState.COUNTS + entry * step;
      place = DdsketchRead.place(view, offset, entry);
      below += DdsketchRead.count(view, offset);
    }
    double estimate = DdsketchRead.estimate(view, place);
    return estimate;
  }

  /**
   * Estimates of the values at several quantiles, in the order of the list; each as by
   * ddsketch_quantile.
   *
   * @param state a ddsketch state; null or empty gives null
   * @param quantiles at most 4096, each from 0 to 1; null gives null, an empty list an empty list
   * @throws IllegalArgumentException if the blob is not a ddsketch state, if the list is too long,
   *     or if a quantile is not from 0 to 1
   */
  @CqlFunction(
      value = "ddsketch_quantiles",
      calledOnNullInput = true,
      examples =
          "ddsketch_quantiles(ddsketch(position, 0.01), [0.0, 0.5, 0.75, 1.0]) = [-1.0,0.0,0.0,1.0]")
  public static List<Double> quantiles(ByteBuffer state, List<Double> quantiles) {
    if (state == null || state.remaining() == 0 || quantiles == null) {
      return null;
    }
    if (quantiles.size() > MAXIMUM_QUANTILES) {
      throw new IllegalArgumentException(
          "ddsketch: expected at most "
              + MAXIMUM_QUANTILES
              + " quantiles, found "
              + quantiles.size());
    }
    ByteBuffer view = DdsketchState.readable(state);
    // Counts of all values up to each entry, so that a long list costs a search for each quantile.
    int entries = DdsketchRead.entries(view);
    int step = DdsketchRead.step(view);
    long[] below = new long[entries];
    long count = 0;
    for (int entry = 0; entry < entries; entry++) {
      count += DdsketchRead.count(view, DdsketchState.COUNTS + entry * step);
      below[entry] = count;
    }
    List<Double> estimates = new ArrayList<Double>(quantiles.size());
    for (Double quantile : quantiles) {
      if (quantile == null) {
        throw new IllegalArgumentException("ddsketch: expected a quantile from 0 to 1, found null");
      }
      DdsketchRead.requireQuantile(quantile);
      long rank = DdsketchRead.rankOf(quantile, count);
      int entry = 0;
      int end = entries - 1;
      while (entry < end) {
        int middle = (entry + end) >>> 1;
        if (below[middle] < rank) {
          entry = middle + 1;
        } else {
          end = middle;
        }
      }
      int place = DdsketchRead.place(view, DdsketchState.COUNTS + entry * step, entry);
      double estimate = DdsketchRead.estimate(view, place);
      if (rank == 1) {
        estimate = view.getDouble(DdsketchState.MINIMUM);
      } else if (rank == count) {
        estimate = view.getDouble(DdsketchState.MAXIMUM);
      }
      estimates.add(estimate);
    }
    return estimates;
  }

  /**
   * An estimate of the part of the values, from 0 to 1, that are at most a value. All values in the
   * bin of the value count, so that the rank of a quantile is never below it: values up to 2 x the
   * relative error above the value may be counted.
   *
   * @param state a ddsketch state; null or empty gives null
   * @param value any value, infinities too; null and NaN give null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_rank",
      calledOnNullInput = true,
      examples = "ddsketch_rank(ddsketch(position, 0.01), 0.0) = 0.8")
  public static Double rank(ByteBuffer state, Double value) {
    if (state == null || state.remaining() == 0 || value == null) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    if (Double.isNaN(value)) {
      return null;
    }
    if (value < view.getDouble(DdsketchState.MINIMUM)) {
      return 0.0;
    }
    if (value >= view.getDouble(DdsketchState.MAXIMUM)) {
      return 1.0;
    }
    int last = DdsketchRead.placeOf(view, value);
    int entries = DdsketchRead.entries(view);
    int step = DdsketchRead.step(view);
    long below = 0;
    long count = 0;
    for (int entry = 0; entry < entries; entry++) {
      int offset = DdsketchState.COUNTS + entry * step;
      long values = DdsketchRead.count(view, offset);
      below += DdsketchRead.place(view, offset, entry) <= last ? values : 0;
      count += values;
    }
    return (double) below / count;
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code ddsketch}
   * and {@code ddsketch_merge}.
   *
   * @param state a ddsketch state; null gives null, the empty blob itself
   * @return the state with its checksum, in as few bytes as its counts need, at most 32848
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_state",
      calledOnNullInput = true,
      examples = "ddsketch_count(ddsketch_state(ddsketch_accumulate(0x, (double) 2.5, 0.01))) = 1")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    if (!DdsketchState.isOwn(state)) {
      ByteBuffer view = state.slice();
      DdsketchState.requireIntact(view);
      return Checksum.finalState(view, view.limit() - Checksum.SIZE);
    }
    DdsketchRead.requireTotal(state);
    return DdsketchState.finalState(state);
  }

  /**
   * Whether a blob is a ddsketch state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "ddsketch_is_valid",
      examples = "ddsketch_is_valid(ddsketch(position, 0.01)) = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      DdsketchCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: count, relative error, min, max, mean, sum, the
   * number of bins of negative and positive values, and which of them have collapsed.
   *
   * @param state a ddsketch state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a ddsketch state
   */
  @CqlFunction(
      value = "ddsketch_text",
      calledOnNullInput = true,
      examples =
          "ddsketch_text(ddsketch(position, 0.01)) = 'ddsketch count=5 error=0.01 min=-1.0 max=1.0 mean=-0.2 sum=-1.0 bins=1+1 collapsed=none'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = DdsketchState.readable(state);
    long count = DdsketchRead.count(view);
    Double sum = DdsketchRead.finiteOrNull(DdsketchRead.sum(view));
    Double mean = null;
    if (sum != null) {
      mean = DdsketchRead.mean(view, count);
    }
    int flags = view.get(Preamble.FLAGS);
    return "ddsketch count="
        + count
        + " error="
        + view.getDouble(DdsketchState.ERROR)
        + " min="
        + view.getDouble(DdsketchState.MINIMUM)
        + " max="
        + view.getDouble(DdsketchState.MAXIMUM)
        + " mean="
        + mean
        + " sum="
        + sum
        + " bins="
        + view.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS)
        + "+"
        + view.getInt(DdsketchState.POSITIVE + DdsketchState.BINS)
        + " collapsed="
        + (flags == 0 ? "none" : flags == 1 ? "negative" : flags == 2 ? "positive" : "both");
  }
}
