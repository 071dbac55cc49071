/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.cassandrastats.uda.chunk.PointSeries.Clock;
import org.cassandrastats.uda.chunk.PointSeries.Shape;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestImage;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** States of other families, made of a chunk. */
class ChunkDistributionTest {
  @ParameterizedTest
  @EnumSource(Shape.class)
  void should_count_into_bins_as_the_rows_are_counted(Shape shape) {
    for (long seed : PointSeries.SEEDS) {
      PointSeries series = PointSeries.of(Clock.JITTERED, shape, 3000, seed);
      ByteBuffer expected = Blobs.none();
      for (double value : series.values()) {
        expected = HistogramAggregates.accumulate(expected, value, -5, 25, 300);
      }

      ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());

      assertThat(Blobs.hex(ChunkDistribution.histogram(chunk, -5, 25, 300)))
          .as(series.name())
          .isEqualTo(Blobs.hex(Histogram.state(expected)));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"ANY_BITS", "SPECIAL"},
      mode = EnumSource.Mode.EXCLUDE)
  void should_digest_the_distribution(Shape shape) {
    for (long seed : PointSeries.SEEDS) {
      PointSeries series = PointSeries.of(Clock.REGULAR, shape, 8192, seed);
      double[] sorted =
          Arrays.stream(series.values()).filter(value -> !Double.isNaN(value)).sorted().toArray();

      ByteBuffer digest =
          ChunkDistribution.tdigest(ChunkCodec.encode(series.times(), series.values()), 100);

      assertThat(digest.remaining()).isLessThanOrEqualTo(TdigestState.maximumSize(100));
      assertThat(TdigestAccessors.count(digest)).isEqualTo(sorted.length);
      assertThat(TdigestAccessors.min(digest)).isEqualTo(sorted[0]);
      assertThat(TdigestAccessors.max(digest)).isEqualTo(sorted[sorted.length - 1]);
      for (double quantile : new double[] {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
        double found = Tdigest.quantile(digest, quantile);
        long below = Arrays.stream(sorted).filter(value -> value < found).count();
        long notAbove = Arrays.stream(sorted).filter(value -> value <= found).count();
        double nearest =
            Math.max(
                below / (double) sorted.length,
                Math.min(notAbove / (double) sorted.length, quantile));
        assertThat(nearest).as("%s, %s", series, quantile).isCloseTo(quantile, within(0.01));
      }
    }
  }

  /** Whether values are counted or sorted, the masses are those of all values. */
  @ParameterizedTest
  @EnumSource
  void should_digest_all_values_at_once(Shape shape) {
    for (long seed : PointSeries.SEEDS) {
      for (int count : new int[] {1, 2, 20, 300, 3000}) {
        PointSeries series = PointSeries.of(Clock.REGULAR, shape, count, seed);
        assertDigest(series.times(), series.values(), series.name());
        double[] values = series.values();
        // Exceptions of decimals, some of them finite, and both zeros.
        for (int i = 0; i < count; i += 17) {
          values[i] = i % 3 == 0 ? -0.0 : i % 3 == 1 ? Math.sqrt(i) : Double.NaN;
        }
        assertDigest(series.times(), values, series.name() + " with exceptions");
      }
    }
  }

  @Test
  void should_digest_different_values_in_any_order() {
    double[] different = {-0.0, 0.0, -1e300, Math.PI, Double.NaN, -Math.E, 1e-300, 7, -7};
    double[] values = new double[4000];
    long[] times = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = different[i * 7919 % 31 % different.length];
    }
    ByteBuffer chunk = ChunkCodec.encode(times, values);

    assertThat(Chunk.text(chunk)).contains(" encoding=dictionary ");
    assertDigest(times, values, "a dictionary");
  }

  private static void assertDigest(long[] times, double[] values, String name) {
    SortedMap<Double, Long> counts = new TreeMap<>();
    for (double value : values) {
      if (Double.isFinite(value)) {
        counts.merge(value + 0.0, 1L, Long::sum);
      }
    }
    double[] means = counts.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    long[] weights = counts.values().stream().mapToLong(Long::longValue).toArray();
    ByteBuffer chunk = ChunkCodec.encode(times, values);
    for (int k : new int[] {10, 100}) {
      ByteBuffer expected =
          means.length == 0
              ? Blobs.none()
              : TdigestImage.of(
                  means.clone(),
                  weights.clone(),
                  means.length,
                  means[0],
                  means[means.length - 1],
                  k,
                  0);

      assertThat(Blobs.hex(ChunkDistribution.tdigest(chunk, k)))
          .as("%s, k %s", name, k)
          .isEqualTo(Blobs.hex(expected));
    }
  }

  @Test
  void should_merge_digests_of_chunks() {
    ByteBuffer digest = Blobs.none();
    for (int part = 0; part < 20; part++) {
      PointSeries series = PointSeries.of(Clock.REGULAR, Shape.UNIFORM, 1000, 42 + part);
      ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());
      digest = TdigestUnion.union(digest, ChunkDistribution.tdigest(chunk, 100));
    }

    assertThat(TdigestAccessors.count(digest)).isEqualTo(20_000);
    assertThat(Tdigest.quantile(digest, 0.5)).isCloseTo(0.5, within(0.02));
    assertThat(Tdigest.quantile(digest, 0.99)).isCloseTo(0.99, within(0.005));
  }

  @Test
  void should_give_the_empty_state_without_finite_values() {
    ByteBuffer chunk =
        ChunkCodec.encode(new long[] {1, 2}, new double[] {Double.NaN, Double.NEGATIVE_INFINITY});

    assertThat(ChunkDistribution.tdigest(chunk, 100).remaining()).isZero();
    assertThat(ChunkDistribution.histogram(chunk, 0, 1, 2).remaining()).isZero();
    assertThat(ChunkDistribution.tdigest(Blobs.none(), 100).remaining()).isZero();
    assertThat(ChunkDistribution.histogram(Blobs.none(), 0, 1, 2).remaining()).isZero();
  }

  @Test
  void should_refuse_parameters_out_of_range() {
    ByteBuffer chunk = ChunkCodec.encode(new long[] {1}, new double[] {2});

    assertThatThrownBy(() -> ChunkDistribution.tdigest(chunk, 9))
        .hasMessage("chunk_tdigest: expected k from 10 to 32767, found 9");
    assertThatThrownBy(() -> ChunkDistribution.histogram(chunk, 1, 1, 5))
        .hasMessage("histogram: expected finite lo < hi, found lo = 1.0 and hi = 1.0");
  }
}
