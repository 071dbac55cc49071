/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.apache.datasketches.frequencies.ItemsSketch.Row;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.frequent.FrequentState;
import org.cassandrastats.udf.frequent.FrequentValues;

/** The contract for frequent_items(v, 384), by the sketch of Apache DataSketches. */
abstract class FrequentContract<T extends Comparable<T>> extends StateContract<T> {
  private static final double SHARE = 0.25;

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return FrequentUnion.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Frequent.state(state);
  }

  @Override
  protected ByteBuffer asked(ByteBuffer state) {
    return finish(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Frequent.isValid(state);
  }

  @Override
  protected boolean hasChecksum() {
    return false;
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("frequent_count", Frequent::count);
    accessors.put("frequent_values", FrequentValues::values);
    accessors.put("frequent_estimates", FrequentValues::estimates);
    accessors.put("frequent_lower_bounds", FrequentValues::lowerBounds);
    accessors.put("frequent_above", state -> FrequentValues.above(state, SHARE));
    accessors.put("frequent_text", Frequent::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<T> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    accessors().keySet().forEach(name -> expected.put(name, null));
    if (rows.isEmpty()) {
      return expected;
    }
    ItemsSketch<T> sketch = new ItemsSketch<>(1024);
    rows.forEach(sketch::update);
    List<Row<T>> sorted =
        Arrays.stream(sketch.getFrequentItems(0, ErrorType.NO_FALSE_NEGATIVES))
            .sorted(
                Comparator.comparingLong(Row<T>::getEstimate)
                    .reversed()
                    .thenComparing(Row<T>::getItem))
            .toList();
    List<Row<T>> first = sorted.subList(0, Math.min(sorted.size(), FrequentState.MOST));
    Map<String, Long> above = new TreeMap<>();
    for (Row<T> row : sorted) {
      if (row.getEstimate() > SHARE * rows.size()) {
        above.put(row.getItem().toString(), row.getEstimate());
      }
    }
    expected.put("frequent_count", sketch.getStreamLength());
    expected.put("frequent_values", first.stream().map(row -> row.getItem().toString()).toList());
    expected.put("frequent_estimates", first.stream().map(Row::getEstimate).toList());
    expected.put("frequent_lower_bounds", first.stream().map(Row::getLowerBound).toList());
    expected.put("frequent_above", above);
    expected.put(
        "frequent_text",
        "frequent max=384 map=1024 count=%d error=%d values=%d"
            .formatted(rows.size(), sketch.getMaximumError(), sorted.size()));
    return expected;
  }

  @Override
  protected List<T> skippedRows() {
    return List.of();
  }

  /** The value that is first has all the rows that there are more. */
  @Override
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer view = ByteBuffer.wrap(state);
    long more = Long.MAX_VALUE - Long.reverseBytes(view.getLong(FrequentState.ROWS));
    long counter = Long.reverseBytes(view.getLong(FrequentState.COUNTERS));
    view.putLong(FrequentState.ROWS, Long.reverseBytes(Long.MAX_VALUE));
    view.putLong(FrequentState.COUNTERS, Long.reverseBytes(counter + more));
    return state;
  }

  @Override
  protected String versionError() {
    return "version 3, ";
  }
}
