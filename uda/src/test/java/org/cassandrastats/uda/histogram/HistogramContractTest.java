/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.uda.contract.Unpacked;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.histogram.HistogramChart;
import org.cassandrastats.udf.histogram.HistogramQuantiles;
import org.cassandrastats.udf.histogram.HistogramText;
import org.cassandrastats.udf.scalars.Sparkline;
import org.cassandrastats.udf.state.PackedCounts;
import org.junit.jupiter.api.Nested;

/** The contract for histogram(v, lo, hi, bins) and histogram(v, edges). */
class HistogramContractTest {
  @Nested
  class EqualWidth extends Contract {
    EqualWidth() {
      super(List.of(-10.0, -7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5, 10.0));
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Double row) {
      return HistogramAggregates.accumulate(state, row, -10, 10, 8);
    }

    @Override
    String edgesText() {
      return "lo=-10.0 hi=10.0";
    }

    @Override
    int countsOffset() {
      return 56;
    }

    @Override
    protected int maximumSize() {
      return 64 + 2 * 8;
    }
  }

  @Nested
  class ExplicitEdges extends Contract {
    private static final List<Double> EDGES = List.of(-1e6, -3.0, 0.0, 1.0, 2.5, 100.0, 1e7);

    ExplicitEdges() {
      super(EDGES);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Double row) {
      return HistogramAggregates.accumulate(state, row, EDGES);
    }

    @Override
    String edgesText() {
      return "edges=[-1000000.0, ..., 1.0E7]";
    }

    @Override
    int countsOffset() {
      return 48 + 8 * 6;
    }

    @Override
    protected int maximumSize() {
      return 56 + 8 * 6 + 16;
    }
  }

  private abstract static class Contract extends StateContract<Double> {
    private static final List<Double> QUANTILES = List.of(0.0, 1.0);

    private final List<Double> edges;

    Contract(List<Double> edges) {
      this.edges = edges;
    }

    abstract String edgesText();

    abstract int countsOffset();

    @Override
    protected ByteBuffer finish(ByteBuffer state) {
      return Histogram.state(state);
    }

    @Override
    protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
      return HistogramUnion.union(left, right);
    }

    @Override
    protected boolean isValid(ByteBuffer state) {
      return Histogram.isValid(state);
    }

    /** Hundreds in each bin: two bytes for each. */
    @Override
    protected List<Double> rowsOfMaximumSize() {
      int bins = edges.size() - 1;
      return IntStream.range(0, 3_000).mapToObj(row -> edges.get(row % bins)).toList();
    }

    @Override
    protected List<Double> rows(double[] values) {
      return Arrays.stream(values).boxed().toList();
    }

    @Override
    protected List<Double> skippedRows() {
      return List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    @Override
    protected Map<String, Function<ByteBuffer, Object>> accessors() {
      Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
      accessors.put("count", Histogram::count);
      accessors.put("counts", Histogram::counts);
      accessors.put("edges", Histogram::edges);
      accessors.put("underflow", Histogram::underflow);
      accessors.put("overflow", Histogram::overflow);
      accessors.put("min", Histogram::min);
      accessors.put("max", Histogram::max);
      accessors.put("quantile", state -> HistogramQuantiles.quantile(state, 0.0));
      accessors.put("quantiles", state -> HistogramQuantiles.quantiles(state, QUANTILES));
      accessors.put("rank", state -> HistogramQuantiles.rank(state, edges.get(3)));
      accessors.put("text", HistogramText::text);
      accessors.put("sparkline", HistogramText::sparkline);
      accessors.put("chart", state -> firstLine(HistogramChart.chart(state, 80)));
      return accessors;
    }

    private static String firstLine(String chart) {
      return chart == null ? null : chart.lines().findFirst().orElseThrow().strip();
    }

    /** Counted value by value; ranks are exact at edges but for values that equal the edge. */
    @Override
    protected Map<String, Object> expected(List<Double> rows) {
      double[] values =
          rows.stream()
              .filter(Double::isFinite)
              .mapToDouble(value -> value + 0.0)
              .sorted()
              .toArray();
      Map<String, Object> expected = new LinkedHashMap<>();
      if (values.length == 0) {
        accessors().keySet().forEach(name -> expected.put(name, null));
        return expected;
      }
      List<Long> counts = new ArrayList<>();
      IntStream.range(0, edges.size() - 1)
          .forEach(bin -> counts.add(count(values, edges.get(bin), edges.get(bin + 1))));
      long underflow = count(values, Double.NEGATIVE_INFINITY, edges.get(0));
      long overflow = count(values, edges.get(edges.size() - 1), Double.POSITIVE_INFINITY);
      double min = values[0];
      double max = values[values.length - 1];
      expected.put("count", (long) values.length);
      expected.put("counts", counts);
      expected.put("edges", edges);
      expected.put("underflow", underflow);
      expected.put("overflow", overflow);
      expected.put("min", min);
      expected.put("max", max);
      expected.put("quantile", min);
      expected.put("quantiles", List.of(min, max));
      expected.put("rank", rank(values, edges.get(3)));
      String shape = Sparkline.sparkline(counts);
      expected.put(
          "text",
          "histogram count=%d min=%s max=%s bins=%d %s underflow=%d overflow=%d %s"
              .formatted(
                  values.length, min, max, counts.size(), edgesText(), underflow, overflow, shape));
      expected.put("sparkline", shape);
      expected.put("chart", "count=%d min=%s max=%s".formatted(values.length, min, max));
      return expected;
    }

    private static long count(double[] values, double from, double below) {
      return Arrays.stream(values).filter(value -> from <= value && value < below).count();
    }

    private static double rank(double[] values, double edge) {
      double min = values[0];
      double max = values[values.length - 1];
      if (edge < min || edge >= max) {
        return edge < min ? 0.0 : 1.0;
      }
      double below = Arrays.stream(values).filter(value -> value < edge).count();
      return Math.max(1, below) / values.length;
    }

    @Override
    protected byte[] withLargestCount(byte[] state) {
      int bins = edges.size() - 1;
      ByteBuffer words = Unpacked.of(state, countsOffset(), bins);
      long others = 0;
      int largest = 0;
      for (int offset = 24;
          offset < words.limit();
          offset += offset == 32 ? countsOffset() - 32 : 8) {
        others += words.getLong(offset);
        largest = words.getLong(offset) > 0 ? offset : largest;
      }
      words.putLong(largest, Long.MAX_VALUE - others + words.getLong(largest));
      return Blobs.bytes(PackedCounts.finalState(words, countsOffset(), bins));
    }
  }
}
