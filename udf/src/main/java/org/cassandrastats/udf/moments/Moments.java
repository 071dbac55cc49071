/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * What can be asked of a moments state: {@value MomentsState#SIZE} bytes that hold the count, the
 * extremes and the first four central moments of any number of values.
 *
 * <p>Every accessor gives null for a null or empty state, and where its result is not defined or no
 * finite double, or a variance below 2.3e-308, where doubles lose digits. A blob that is no moments
 * state is an error that says what was expected and found.
 *
 * <p>Source: P. Pébay, Formulas for Robust, One-Pass Parallel Computation of Covariances and
 * Arbitrary-Order Statistical Moments, SAND2008-6212; T. F. Chan, G. H. Golub and R. J. LeVeque,
 * Algorithms for Computing the Sample Variance, 1983. Deviations are taken from the first value,
 * and their sum is kept in two doubles (D. E. Knuth's TwoSum).
 */
public final class Moments {
  private Moments() {}

  /**
   * Number of finite values.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_count",
      calledOnNullInput = true,
      examples = "moments_count(moments(position)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return view.getLong(MomentsState.COUNT);
  }

  /**
   * Number of values that were NaN or infinite.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_skipped",
      calledOnNullInput = true,
      examples = "moments_skipped(moments(position)) = 0")
  public static Long skipped(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return view.getLong(MomentsState.SKIPPED);
  }

  /**
   * Sum of the values, kept in two doubles and rounded once.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_sum",
      calledOnNullInput = true,
      examples = "moments_sum(moments(position)) = -1.0")
  public static Double sum(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.sum(view));
  }

  /**
   * Arithmetic mean of the values.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_mean",
      calledOnNullInput = true,
      examples = "moments_mean(moments(position)) = -0.2")
  public static Double mean(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.mean(view));
  }

  /**
   * Smallest value, exact.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_min",
      calledOnNullInput = true,
      examples = "moments_min(moments(position)) = -1.0")
  public static Double min(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.minimum(view));
  }

  /**
   * Largest value, exact.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_max",
      calledOnNullInput = true,
      examples = "moments_max(moments(position)) = 1.0")
  public static Double max(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.maximum(view));
  }

  /**
   * Sample variance (divisor count - 1) of the values, in their unit squared; null below two
   * values.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_variance",
      calledOnNullInput = true,
      examples = "moments_variance(moments(position)) = 0.7")
  public static Double variance(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.variance(view, 1));
  }

  /**
   * Population variance (divisor count) of the values, in their unit squared.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_variance_pop",
      calledOnNullInput = true,
      examples = "moments_variance_pop(moments(position)) = 0.5599999999999999")
  public static Double variancePop(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.variance(view, 0));
  }

  /**
   * Sample standard deviation (divisor count - 1) of the values; null below two values.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_stddev",
      calledOnNullInput = true,
      examples = "moments_stddev(moments(position)) = 0.8366600265340756")
  public static Double stddev(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.deviation(view, 1));
  }

  /**
   * Population standard deviation (divisor count) of the values.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_stddev_pop",
      calledOnNullInput = true,
      examples = "moments_stddev_pop(moments(position)) = 0.7483314773547882")
  public static Double stddevPop(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.deviation(view, 0));
  }

  /**
   * Sample skewness G1, corrected for bias; null below three values or where all are equal.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_skewness",
      calledOnNullInput = true,
      examples = "moments_skewness(moments(position)) = 0.5122408325718831")
  public static Double skewness(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.skewness(view));
  }

  /**
   * Sample excess kurtosis G2, corrected for bias (0 for a normal distribution); null below four
   * values or where all are equal.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_kurtosis",
      calledOnNullInput = true,
      examples = "moments_kurtosis(moments(position)) = -0.6122448979591812")
  public static Double kurtosis(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return MomentsMath.finiteOrNull(MomentsMath.kurtosis(view));
  }

  /**
   * The statistics that people ask for together: count, skipped, min, max, mean, stddev (sample)
   * and sum.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_summary",
      calledOnNullInput = true,
      examples =
          "moments_summary(moments(position)) = {count:5,skipped:0,min:-1.0,max:1.0,mean:-0.2,stddev:0.8366600265340756,sum:-1.0}")
  public static Summary summary(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return new Summary(
        view.getLong(MomentsState.COUNT),
        view.getLong(MomentsState.SKIPPED),
        MomentsMath.finiteOrNull(MomentsMath.minimum(view)),
        MomentsMath.finiteOrNull(MomentsMath.maximum(view)),
        MomentsMath.finiteOrNull(MomentsMath.mean(view)),
        MomentsMath.finiteOrNull(MomentsMath.deviation(view, 1)),
        MomentsMath.finiteOrNull(MomentsMath.sum(view)));
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code moments}
   * and {@code moments_merge}.
   *
   * @param state a moments state; null gives null, the empty blob itself
   * @return the state with its checksum, 96 bytes
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_state",
      calledOnNullInput = true,
      examples = "moments_mean(moments_state(moments_accumulate(0x, (double) 2.5))) = 2.5")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = MomentsState.readable(state);
    return Checksum.finalState(view, MomentsState.END);
  }

  /**
   * Whether a blob is a moments state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(value = "moments_is_valid", examples = "moments_is_valid(moments(position)) = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      MomentsCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: count, skipped, min, max, mean, sample standard
   * deviation and sum.
   *
   * @param state a moments state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a moments state
   */
  @CqlFunction(
      value = "moments_text",
      calledOnNullInput = true,
      examples =
          "moments_text(moments(position)) = 'moments count=5 skipped=0 min=-1.0 max=1.0 mean=-0.2 stddev=0.8366600265340756 sum=-1.0'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = MomentsState.readable(state);
    return "moments count="
        + view.getLong(MomentsState.COUNT)
        + " skipped="
        + view.getLong(MomentsState.SKIPPED)
        + " min="
        + MomentsMath.finiteOrNull(MomentsMath.minimum(view))
        + " max="
        + MomentsMath.finiteOrNull(MomentsMath.maximum(view))
        + " mean="
        + MomentsMath.finiteOrNull(MomentsMath.mean(view))
        + " stddev="
        + MomentsMath.finiteOrNull(MomentsMath.deviation(view, 1))
        + " sum="
        + MomentsMath.finiteOrNull(MomentsMath.sum(view));
  }
}
