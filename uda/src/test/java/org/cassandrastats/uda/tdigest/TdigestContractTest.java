/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestDistribution;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.cassandrastats.udf.tdigest.TdigestState;

/** The contract for tdigest(v), whose few values are all exact. */
class TdigestContractTest extends StateContract<Double> {
  /** The largest of all samples, whose rounding a mean may show. */
  private static final double LARGEST_VALUE = 1e12;

  private static final double[] RANKED = {-1e13, -7, -1, 0, 0.5, 2, 3.5, 5, 1e6, 1e13};

  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Double row) {
    return TdigestAggregates.accumulate(state, row);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return TdigestUnion.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return TdigestFinish.state(state);
  }

  @Override
  protected boolean hasChecksum() {
    return false;
  }

  @Override
  protected boolean readsStructureOnly(String accessor) {
    return List.of("tdigest_count", "tdigest_min", "tdigest_max").contains(accessor);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return TdigestAccessors.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("tdigest_count", TdigestAccessors::count);
    accessors.put("tdigest_min", TdigestAccessors::min);
    accessors.put("tdigest_max", TdigestAccessors::max);
    accessors.put("tdigest_median", Tdigest::median);
    accessors.put("tdigest_centroids", TdigestAccessors::centroids);
    for (String quantile : List.of("0", "0.001", "0.1", "0.25", "0.5", "0.7", "0.9", "1")) {
      double share = Double.parseDouble(quantile);
      accessors.put("quantile " + quantile, state -> Tdigest.quantile(state, share));
    }
    accessors.put("tdigest_quantiles", state -> Tdigest.quantiles(state, List.of(0.0, 0.75, 0.75)));
    for (double value : RANKED) {
      accessors.put("rank " + value, state -> Tdigest.rank(state, value));
    }
    List<Double> splits = Arrays.stream(RANKED).boxed().toList();
    accessors.put("tdigest_cdf", state -> TdigestDistribution.cdf(state, splits));
    accessors.put("tdigest_pmf", state -> TdigestDistribution.pmf(state, splits));
    accessors.put("tdigest_histogram", state -> TdigestDistribution.histogram(state, 1));
    accessors.put(
        "tdigest_trimmed_mean", state -> TdigestDistribution.trimmedMean(state, 0.0, 1.0));
    accessors.put("tdigest_text", TdigestAccessors::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Double> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    double[] values =
        rows.stream().filter(Double::isFinite).mapToDouble(Double::doubleValue).toArray();
    if (values.length == 0) {
      accessors().keySet().forEach(name -> expected.put(name, null));
      return expected;
    }
    ExactQuantiles exact = new ExactQuantiles(values);
    expected.put("tdigest_count", (long) values.length);
    expected.put("tdigest_min", exact.min());
    expected.put("tdigest_max", exact.max());
    expected.put("tdigest_median", exact.quantile("0.5"));
    Map<Double, Long> centroids = new TreeMap<>();
    Arrays.stream(values).forEach(value -> centroids.merge(value + 0.0, 1L, Long::sum));
    expected.put("tdigest_centroids", centroids);
    accessors().keySet().stream()
        .filter(name -> name.startsWith("quantile "))
        .forEach(name -> expected.put(name, exact.quantile(name.substring(9))));
    expected.put(
        "tdigest_quantiles", List.of(exact.min(), exact.quantile("0.75"), exact.quantile("0.75")));
    double[] ranks = Arrays.stream(RANKED).map(exact::rank).toArray();
    IntStream.range(0, RANKED.length).forEach(i -> expected.put("rank " + RANKED[i], ranks[i]));
    double[] cdf = Arrays.copyOf(ranks, ranks.length + 1);
    cdf[ranks.length] = 1;
    expected.put("tdigest_cdf", Arrays.stream(cdf).boxed().toList());
    expected.put(
        "tdigest_pmf",
        IntStream.range(0, cdf.length).mapToObj(i -> cdf[i] - (i == 0 ? 0 : cdf[i - 1])).toList());
    expected.put("tdigest_histogram", List.of((long) values.length));
    expected.put("tdigest_trimmed_mean", Arrays.stream(values).average().orElseThrow());
    expected.put("tdigest_text", "tdigest count=" + values.length + " min=" + exact.min() + " ");
    return expected;
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (accessor.equals("tdigest_text") && expected != null) {
      assertThat((String) actual).startsWith((String) expected).endsWith(" k=200");
    } else if (accessor.equals("tdigest_pmf") && expected != null) {
      double[] shares = ((List<?>) actual).stream().mapToDouble(Double.class::cast).toArray();
      double[] exact = ((List<?>) expected).stream().mapToDouble(Double.class::cast).toArray();
      assertThat(shares).containsExactly(exact, within(1e-15));
    } else if (accessor.equals("tdigest_trimmed_mean") && expected != null) {
      double exact = (Double) expected;
      assertThat((Double) actual)
          .isCloseTo(exact, within(1e-15 * Math.max(Math.abs(exact), LARGEST_VALUE)));
    } else {
      super.assertAnswer(accessor, actual, expected);
    }
  }

  @Override
  protected List<Double> rows(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  @Override
  protected List<Double> skippedRows() {
    return List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  }

  /** Half as many heavy points as there may be centroids. */
  @Override
  protected List<Double> rowsOfMaximumSize() {
    return IntStream.range(0, 10_000).mapToObj(i -> (double) (i % 205)).toList();
  }

  @Override
  protected int maximumSize() {
    return TdigestState.maximumSize(200);
  }

  @Override
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer image = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
    image.putLong(0, ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN).getLong(0));
    image.putInt(8, 1).putDouble(16, 1).putDouble(24, 1).putDouble(32, 1).putLong(40, 1L << 53);
    return image.array();
  }

  @Override
  protected String countError() {
    return "2^53";
  }

  @Override
  protected String versionError() {
    return "version 3, k ";
  }
}
