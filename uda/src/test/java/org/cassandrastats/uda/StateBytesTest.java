/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.MinNAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.api.Test;

/** The bytes that aggregates write, one by one: the fixtures say what each of them is. */
class StateBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  private static void assertBytes(String fixture, ByteBuffer state) throws IOException {
    try (InputStream file =
        StateBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(state)).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_write_moments() throws IOException {
    ByteBuffer state = MomentsAggregates.accumulate(NONE, 1.0);
    state = MomentsAggregates.accumulate(state, 3.0);
    assertBytes("moments", Moments.state(MomentsAggregates.accumulate(state, Double.NaN)));
    state = MomentsAggregates.accumulate(NONE, Double.NaN);
    state = MomentsAggregates.accumulate(state, Double.POSITIVE_INFINITY);
    assertBytes("moments-only-skipped", Moments.state(state));
  }

  @Test
  void should_write_rows_by_key() throws IOException {
    ByteBuffer integers = ByAggregates.accumulate(NONE, 10L, 5L);
    integers = ByAggregates.accumulate(integers, 20L, -1L);
    integers = ByAggregates.accumulate(integers, 30L, -1L);
    assertBytes("extremes-by-integers", Extremes.state(ByAggregates.accumulate(integers, 40L, 5L)));
    ByteBuffer doubles = ByAggregates.accumulate(NONE, 1.0, 0.5);
    doubles = ByAggregates.accumulate(doubles, 3.0, 0.5);
    assertBytes("extremes-by-doubles", Extremes.state(ByAggregates.accumulate(doubles, 2.5, -1.0)));
  }

  @Test
  void should_write_rows_in_their_order() throws IOException {
    ByteBuffer integers = RowsAggregates.accumulate(NONE, 7L);
    integers = RowsAggregates.accumulate(integers, -2L);
    assertBytes(
        "extremes-rows-integers",
        Extremes.state(RowsAggregates.accumulate(integers, Long.MAX_VALUE)));
    ByteBuffer doubles = RowsAggregates.accumulate(NONE, -0.0);
    doubles = RowsAggregates.accumulate(doubles, 0.5);
    assertBytes("extremes-rows-doubles", Extremes.state(RowsAggregates.accumulate(doubles, 2.5)));
  }

  @Test
  void should_write_min_n_and_max_n() throws IOException {
    ByteBuffer smallest = NONE;
    for (long value : new long[] {5, 1, 4, 2, 3}) {
      smallest = MinNAggregates.accumulate(smallest, value, 3);
    }
    assertBytes("extremes-n-integers", Extremes.state(smallest));
    ByteBuffer largest = NONE;
    for (double value : new double[] {0.5, -1.0, 2.5}) {
      largest = MaxNAggregates.accumulate(largest, value, 2);
    }
    assertBytes("extremes-n-doubles", Extremes.state(largest));
    ByteBuffer filling = MaxNAggregates.accumulate(NONE, -3L, 1000);
    assertBytes("extremes-n-filling", Extremes.state(MaxNAggregates.accumulate(filling, 8L, 1000)));
  }

  @Test
  void should_write_histograms() throws IOException {
    ByteBuffer equalWidth = NONE;
    for (double value : new double[] {-1.5, -1.0, 0.25, 1.0, 7.0}) {
      equalWidth = HistogramAggregates.accumulate(equalWidth, value, -1, 1, 4);
    }
    assertBytes("histogram-equal-width", Histogram.state(equalWidth));
    ByteBuffer explicit = NONE;
    for (double value : new double[] {0.5, 3.0, -0.0, Double.NaN}) {
      explicit = HistogramAggregates.accumulate(explicit, value, List.of(-0.0, 0.5, 10.0));
    }
    assertBytes("histogram-explicit", Histogram.state(explicit));
    ByteBuffer sparse = HistogramAggregates.accumulate(NONE, 4000.0, 0, 4096, 4096);
    sparse = HistogramAggregates.accumulate(sparse, 7.5, 0, 4096, 4096);
    for (int row = 0; row < 300; row++) {
      sparse = HistogramAggregates.accumulate(sparse, 4001.0, 0, 4096, 4096);
    }
    assertBytes("histogram-sparse", Histogram.state(sparse));
  }
}
