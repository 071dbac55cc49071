/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Example;

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
   * The value of the row with the smallest or largest key, as an int.
   *
   * @param state a min_by or max_by state of integers that an int holds; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_value_int",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "extremes_value_int(max_by_state(position, CAST(position AS bigint)))",
              result = "1"))
  public static Integer valueInt(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits = ExtremesRead.valueBits(state, 0, "extremes_value_int");
    ExtremesRead.requireInt(bits, "extremes_value_int");
    return (int) bits;
  }

  /**
   * The value of the row with the smallest or largest key, as a bigint.
   *
   * @param state a min_by or max_by state of int or bigint values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_value_bigint",
      calledOnNullInput = true,
      examples =
          @Example(
              call =
                  "extremes_value_bigint(max_by_state(CAST(position AS bigint), CAST(position AS bigint)))",
              result = "1"))
  public static Long valueBigint(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits = ExtremesRead.valueBits(state, 0, "extremes_value_bigint");
    return bits;
  }

  /**
   * The value of the row with the smallest or largest key, as a float.
   *
   * @param state a min_by or max_by state of numbers that a float holds exactly; null or empty
   *     gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_value_float",
      calledOnNullInput = true,
      examples =
          @Example(
              call =
                  "extremes_value_float(max_by_state(CAST(position AS float), CAST(position AS bigint)))",
              result = "1.0"))
  public static Float valueFloat(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(state, ExtremesState.FLOATING_VALUES, "extremes_value_float");
    double value = Double.longBitsToDouble(bits);
    ExtremesRead.requireFloat(value, "extremes_value_float");
    return (float) value;
  }

  /**
   * The value of the row with the smallest or largest key, as a double.
   *
   * @param state a min_by or max_by state of float or double values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_value_double",
      calledOnNullInput = true,
      examples =
          @Example(
              call =
                  "extremes_value_double(max_by_state(CAST(position AS double), CAST(position AS bigint)))",
              result = "1.0"))
  public static Double valueDouble(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    long bits =
        ExtremesRead.valueBits(state, ExtremesState.FLOATING_VALUES, "extremes_value_double");
    double value = Double.longBitsToDouble(bits);
    return value;
  }

  /**
   * The values that the state keeps, as a list of int: minimum and maximum, or the n best, best
   * first.
   *
   * @param state a minmax, min_n or max_n state of integers that an int holds; null or empty gives
   *     null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_int",
      calledOnNullInput = true,
      examples = @Example(call = "extremes_values_int(max_n_state(position, 2))", result = "[1,0]"))
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
   * The values that the state keeps, as a list of bigint: minimum and maximum, or the n best, best
   * first.
   *
   * @param state a minmax, min_n or max_n state of int or bigint values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_bigint",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "extremes_values_bigint(max_n_state(CAST(position AS bigint), 2))",
              result = "[1,0]"))
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
   * The values that the state keeps, as a list of float: minimum and maximum, or the n best, best
   * first.
   *
   * @param state a minmax, min_n or max_n state of numbers that a float holds exactly; null or
   *     empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_float",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "extremes_values_float(max_n_state(CAST(position AS float), 2))",
              result = "[1.0,0.0]"))
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
   * The values that the state keeps, as a list of double: minimum and maximum, or the n best, best
   * first.
   *
   * @param state a minmax, min_n or max_n state of float or double values; null or empty gives null
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_values_double",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "extremes_values_double(max_n_state(CAST(position AS double), 2))",
              result = "[1.0,0.0]"))
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
