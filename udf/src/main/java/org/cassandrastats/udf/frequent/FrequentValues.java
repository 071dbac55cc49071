/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.frequent;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Utf8;

/**
 * The values of a frequent state and how often they came. Lists have at most max values, the most
 * frequent one first; where several came equally often, in the order of their numbers or bytes.
 * Those of an image that another library wrote are all its values in the order of the image: {@code
 * frequent_union(0x, image)} sorts it.
 */
public final class FrequentValues {
  private FrequentValues() {}

  /**
   * The most frequent values, at most max: all that more than 1/max of the rows have are among
   * them. Of numbers the digits; of bytes that are no UTF-8 their hexadecimal digits after 0x.
   *
   * @param state a frequent state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a frequent state
   */
  @CqlFunction(
      value = "frequent_values",
      calledOnNullInput = true,
      elsewhere = "approx_top_k_estimate (Spark)",
      examples = "frequent_values(frequent_items(position, 10)) = ['-1','0','1']")
  public static List<String> values(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = FrequentFinish.finished(state);
    int size = FrequentState.answered(view);
    int at = FrequentState.COUNTERS + 8 * getInt(view, FrequentState.VALUES);
    List<String> values = new ArrayList<String>(size);
    for (int i = 0; i < size; i++) {
      String value = text(view, at);
      values.add(value);
      at += FrequentState.lead(view) + FrequentState.length(view, at);
    }
    return values;
  }

  private static String text(ByteBuffer state, int at) {
    String value = null;
    if (FrequentState.isBigint(state)) {
      value = Long.toString(getLong(state, at));
    } else {
      value = Utf8.text(state, at + Integer.BYTES, getInt(state, at));
    }
    return value;
  }

  /**
   * How often the values of {@code frequent_values} came, in their order: at most so often, which
   * is the estimate of Apache DataSketches. It is exact while there are no more different values
   * than the state keeps.
   *
   * @param state a frequent state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a frequent state
   */
  @CqlFunction(
      value = "frequent_estimates",
      calledOnNullInput = true,
      elsewhere = "max_frequency (TimescaleDB)",
      examples = "frequent_estimates(frequent_items(position, 10)) = [2,2,1]")
  public static List<Long> estimates(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = FrequentState.readable(state);
    List<Long> estimates = counters(view, getLong(view, FrequentState.ERROR));
    return estimates;
  }

  /**
   * How often the values of {@code frequent_values} came at least, in their order.
   *
   * @param state a frequent state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a frequent state
   */
  @CqlFunction(
      value = "frequent_lower_bounds",
      calledOnNullInput = true,
      elsewhere = "min_frequency (TimescaleDB)",
      examples = "frequent_lower_bounds(frequent_items(position, 10)) = [2,2,1]")
  public static List<Long> lowerBounds(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = FrequentState.readable(state);
    List<Long> bounds = counters(view, 0);
    return bounds;
  }

  private static List<Long> counters(ByteBuffer state, long more) {
    int size = FrequentState.answered(state);
    List<Long> counters = new ArrayList<Long>(size);
    for (int i = 0; i < size; i++) {
      counters.add(getLong(state, FrequentState.COUNTERS + 8 * i) + more);
    }
    return counters;
  }

  /**
   * The values that may be more than a share of the rows, each with its estimate: all that are,
   * where the share is 1/max or more. They are in the order of their texts.
   *
   * @param state a frequent state; null or empty gives null
   * @param share from 0 to 1, such as 0.01 for one row of a hundred; null gives null
   * @throws IllegalArgumentException if the blob is not a frequent state, or if the share is out of
   *     range
   */
  @CqlFunction(
      value = "frequent_above",
      calledOnNullInput = true,
      examples = "frequent_above(frequent_items(position, 10), 0.3) = {'-1':2,'0':2}")
  public static Map<String, Long> above(ByteBuffer state, Double share) {
    if (state == null || state.remaining() == 0 || share == null) {
      return null;
    }
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "frequent_above: expected a share from 0 to 1, found " + share);
    }
    ByteBuffer view = FrequentState.readable(state);
    int size = getInt(view, FrequentState.VALUES);
    long error = getLong(view, FrequentState.ERROR);
    double least = share * getLong(view, FrequentState.ROWS);
    int at = FrequentState.COUNTERS + 8 * size;
    Map<String, Long> above = new TreeMap<String, Long>();
    for (int i = 0; i < size; i++) {
      long estimate = getLong(view, FrequentState.COUNTERS + 8 * i) + error;
      if (estimate > least) {
        String value = text(view, at);
        above.put(value, estimate);
      }
      at += FrequentState.lead(view) + FrequentState.length(view, at);
    }
    return above;
  }
}
