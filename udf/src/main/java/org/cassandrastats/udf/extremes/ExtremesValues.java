/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;

/**
 * The values that an extremes state keeps, one accessor for each CQL type: the results have the
 * type of the values that were aggregated, bigint exactly.
 *
 * <p>Every accessor gives null for a null or empty state. A blob that is no extremes state, a state
 * of another statistic, and a value that the type cannot hold exactly are errors that say so. What
 * the states are is described at {@link ExtremesState}.
 */
public final class ExtremesValues {
  private ExtremesValues() {}

  /**
   * The value of the row with the smallest key, or of the first row, as an int.
   *
   * @param state a min_max_by or first_last state of integers that an int holds; null or empty
   *     gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_first_int",
      calledOnNullInput = true,
      examples = "extremes_first_int(min_max_by(position, position)) = -1")
  public static Integer firstInt(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits = ExtremesRead.valueBits(state, ExtremesState.FIRST_VALUE, 0, "extremes_first_int");
    ExtremesRead.requireInt(bits, "extremes_first_int");
    return (int) bits;
  }

  /**
   * The value of the row with the smallest key, or of the first row, as a bigint.
   *
   * @param state a min_max_by or first_last state of int or bigint values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_first_bigint",
      calledOnNullInput = true,
      examples = "extremes_first_bigint(min_max_by(CAST(position AS bigint), position)) = -1")
  public static Long firstBigint(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(state, ExtremesState.FIRST_VALUE, 0, "extremes_first_bigint");
    return bits;
  }

  /**
   * The value of the row with the smallest key, or of the first row, as a float.
   *
   * @param state a min_max_by or first_last state of numbers that a float holds exactly; null or
   *     empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_first_float",
      calledOnNullInput = true,
      examples = "extremes_first_float(min_max_by(CAST(position AS float), position)) = -1.0")
  public static Float firstFloat(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(
            state,
            ExtremesState.FIRST_VALUE,
            ExtremesState.FLOATING_VALUES,
            "extremes_first_float");
    double value = Double.longBitsToDouble(bits);
    ExtremesRead.requireFloat(value, "extremes_first_float");
    return (float) value;
  }

  /**
   * The value of the row with the smallest key, or of the first row, as a double.
   *
   * @param state a min_max_by or first_last state of float or double values; null or empty gives
   *     null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_first_double",
      calledOnNullInput = true,
      examples = "extremes_first_double(min_max_by(CAST(position AS double), position)) = -1.0")
  public static Double firstDouble(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(
            state,
            ExtremesState.FIRST_VALUE,
            ExtremesState.FLOATING_VALUES,
            "extremes_first_double");
    double value = Double.longBitsToDouble(bits);
    return value;
  }

  /**
   * The value of the row with the largest key, or of the last row, as an int.
   *
   * @param state a min_max_by or first_last state of integers that an int holds; null or empty
   *     gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_last_int",
      calledOnNullInput = true,
      examples = "extremes_last_int(min_max_by(position, position)) = 1")
  public static Integer lastInt(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits = ExtremesRead.valueBits(state, ExtremesState.LAST_VALUE, 0, "extremes_last_int");
    ExtremesRead.requireInt(bits, "extremes_last_int");
    return (int) bits;
  }

  /**
   * The value of the row with the largest key, or of the last row, as a bigint.
   *
   * @param state a min_max_by or first_last state of int or bigint values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_last_bigint",
      calledOnNullInput = true,
      examples = "extremes_last_bigint(min_max_by(CAST(position AS bigint), position)) = 1")
  public static Long lastBigint(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits = ExtremesRead.valueBits(state, ExtremesState.LAST_VALUE, 0, "extremes_last_bigint");
    return bits;
  }

  /**
   * The value of the row with the largest key, or of the last row, as a float.
   *
   * @param state a min_max_by or first_last state of numbers that a float holds exactly; null or
   *     empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_last_float",
      calledOnNullInput = true,
      examples = "extremes_last_float(min_max_by(CAST(position AS float), position)) = 1.0")
  public static Float lastFloat(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(
            state, ExtremesState.LAST_VALUE, ExtremesState.FLOATING_VALUES, "extremes_last_float");
    double value = Double.longBitsToDouble(bits);
    ExtremesRead.requireFloat(value, "extremes_last_float");
    return (float) value;
  }

  /**
   * The value of the row with the largest key, or of the last row, as a double.
   *
   * @param state a min_max_by or first_last state of float or double values; null or empty gives
   *     null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_last_double",
      calledOnNullInput = true,
      examples = "extremes_last_double(min_max_by(CAST(position AS double), position)) = 1.0")
  public static Double lastDouble(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(
            state, ExtremesState.LAST_VALUE, ExtremesState.FLOATING_VALUES, "extremes_last_double");
    double value = Double.longBitsToDouble(bits);
    return value;
  }

  /**
   * The values that the state keeps, as a list of int: those of the first and the last row, or the
   * n best, best first.
   *
   * @param state a state of integers that an int holds; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_int",
      calledOnNullInput = true,
      examples = "extremes_values_int(max_n_state(position, 2)) = [1,0]")
  public static List<Integer> valuesInt(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long[] kept = ExtremesRead.valuesBits(state, 0, "extremes_values_int");
    List<Integer> values = new ArrayList<Integer>(kept.length);
    for (long bits : kept) {
      ExtremesRead.requireInt(bits, "extremes_values_int");
      values.add((int) bits);
    }
    return values;
  }

  /**
   * The values that the state keeps, as a list of bigint: those of the first and the last row, or
   * the n best, best first.
   *
   * @param state a state of int or bigint values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_bigint",
      calledOnNullInput = true,
      examples = "extremes_values_bigint(max_n_state(CAST(position AS bigint), 2)) = [1,0]")
  public static List<Long> valuesBigint(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long[] kept = ExtremesRead.valuesBits(state, 0, "extremes_values_bigint");
    List<Long> values = new ArrayList<Long>(kept.length);
    for (long bits : kept) {
      values.add(bits);
    }
    return values;
  }

  /**
   * The values that the state keeps, as a list of float: those of the first and the last row, or
   * the n best, best first.
   *
   * @param state a state of numbers that a float holds exactly; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_float",
      calledOnNullInput = true,
      examples = "extremes_values_float(max_n_state(CAST(position AS float), 2)) = [1.0,0.0]")
  public static List<Float> valuesFloat(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long[] kept =
        ExtremesRead.valuesBits(state, ExtremesState.FLOATING_VALUES, "extremes_values_float");
    List<Float> values = new ArrayList<Float>(kept.length);
    for (long bits : kept) {
      double value = Double.longBitsToDouble(bits);
      ExtremesRead.requireFloat(value, "extremes_values_float");
      values.add((float) value);
    }
    return values;
  }

  /**
   * The values that the state keeps, as a list of double: those of the first and the last row, or
   * the n best, best first.
   *
   * @param state a state of float or double values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_double",
      calledOnNullInput = true,
      examples = "extremes_values_double(max_n_state(CAST(position AS double), 2)) = [1.0,0.0]")
  public static List<Double> valuesDouble(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long[] kept =
        ExtremesRead.valuesBits(state, ExtremesState.FLOATING_VALUES, "extremes_values_double");
    List<Double> values = new ArrayList<Double>(kept.length);
    for (long bits : kept) {
      double value = Double.longBitsToDouble(bits);
      values.add(value);
    }
    return values;
  }
}
