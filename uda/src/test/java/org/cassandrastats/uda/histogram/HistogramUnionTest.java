/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.histogram.HistogramParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merges are exact, or refused by the name of what differs. */
class HistogramUnionTest {
  private static final long SEED = 20261121;

  private static ByteBuffer equalWidth(double lo, double hi, int bins) {
    return HistogramAggregates.accumulate(Blobs.none(), 0.5, lo, hi, bins);
  }

  private static ByteBuffer explicit(Double... edges) {
    return HistogramAggregates.accumulate(Blobs.none(), 0.5, List.of(edges));
  }

  @Test
  void should_say_what_differs() {
    ByteBuffer left = equalWidth(0, 1, 5);
    ByteBuffer edges = explicit(0.0, 0.2, 1.0);
    assertRefused(left, equalWidth(0, 1, 6), "a state of 5 bins, found one of 6");
    assertRefused(left, equalWidth(-1, 1, 5), "a state with lo = 0.0, found -1.0");
    assertRefused(left, equalWidth(0, 2, 5), "a state with hi = 1.0, found 2.0");
    assertRefused(edges, explicit(0.0, 0.3, 1.0), "a state with edge 1 = 0.2, found 0.3");
    assertRefused(edges, explicit(0.0, 0.2, 0.3, 1.0), "a state of 2 bins, found one of 3");
    assertRefused(
        equalWidth(0, 1, 2), edges, "a state of bins of equal width, found one of explicit edges");
    assertRefused(
        edges, equalWidth(0, 1, 2), "a state of explicit edges, found one of bins of equal width");
  }

  private static void assertRefused(ByteBuffer left, ByteBuffer right, String message) {
    for (ByteBuffer first : List.of(left, Histogram.state(left))) {
      String before = Blobs.hex(first);
      assertThatThrownBy(() -> HistogramUnion.union(first, right))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("histogram: expected " + message);
      assertThat(Blobs.hex(first)).isEqualTo(before);
    }
  }

  /** Byte for byte, whatever the order. */
  @Test
  void should_merge_ten_thousand_states_into_that_of_the_undivided_rows() {
    List<Double> edges = List.of(-2.0, -0.5, 0.0, 0.25, 3.0);
    ByteBuffer whole = Blobs.none();
    ByteBuffer wholeOfEdges = Blobs.none();
    ByteBuffer forwards = Blobs.startOfMerge();
    ByteBuffer backwards = Blobs.none();
    ByteBuffer mergedOfEdges = Blobs.startOfMerge();
    Random random = new Random(SEED);
    for (int part = 0; part < 10_000; part++) {
      ByteBuffer state = Blobs.none();
      ByteBuffer stateOfEdges = Blobs.none();
      for (int row = random.nextInt(4); row > 0; row--) {
        double value = random.nextInt(10) == 0 ? -0.0 : random.nextGaussian();
        whole = HistogramAggregates.accumulate(whole, value, -2, 2, 16);
        state = HistogramAggregates.accumulate(state, value, -2, 2, 16);
        wholeOfEdges = HistogramAggregates.accumulate(wholeOfEdges, value, edges);
        stateOfEdges = HistogramAggregates.accumulate(stateOfEdges, value, edges);
      }
      forwards = HistogramUnion.union(forwards, Histogram.state(state));
      backwards = HistogramUnion.union(Histogram.state(state), backwards);
      mergedOfEdges = HistogramUnion.union(mergedOfEdges, Histogram.state(stateOfEdges));
    }

    assertThat(Blobs.hex(Histogram.state(forwards)))
        .as("seed %d", SEED)
        .isEqualTo(Blobs.hex(Histogram.state(whole)));
    assertThat(Blobs.hex(backwards))
        .as("seed %d", SEED)
        .isEqualTo(Blobs.hex(Histogram.state(whole)));
    assertThat(Blobs.hex(Histogram.state(mergedOfEdges)))
        .as("seed %d", SEED)
        .isEqualTo(Blobs.hex(Histogram.state(wholeOfEdges)));
  }

  /** Every bin has a value, and one of them nearly all that can be counted. */
  @Test
  void should_have_the_documented_size_at_most_and_reach_it() {
    ByteBuffer equalWidth = Blobs.none();
    ByteBuffer explicit = Blobs.none();
    List<Double> edges = IntStream.rangeClosed(0, 4096).mapToObj(i -> (double) i).toList();
    Random random = new Random(SEED);
    for (int row = 0; row < 20_000; row++) {
      double value = random.nextDouble() * 5000 - 100;
      equalWidth = HistogramAggregates.accumulate(equalWidth, value, 0, 4096, 4096);
      explicit = HistogramAggregates.accumulate(explicit, value, edges);
    }
    ByteBuffer finished =
        HistogramUnion.union(
            doubled(HistogramAggregates.accumulate(Blobs.none(), 7.5, 0, 4096, 4096)), equalWidth);
    ByteBuffer finishedOfEdges =
        HistogramUnion.union(
            doubled(HistogramAggregates.accumulate(Blobs.none(), 7.5, edges)), explicit);
    assertThat(finished.remaining()).isEqualTo(64 + 8 * HistogramParameters.MAXIMUM_BINS);
    assertThat(finishedOfEdges.remaining()).isEqualTo(56 + 16 * HistogramParameters.MAXIMUM_BINS);
    assertThat(Histogram.counts(equalWidth)).isEqualTo(Histogram.counts(explicit));
    assertThat(HistogramUnion.union(finished, equalWidth).remaining()).isEqualTo(32832);
    assertThat(HistogramUnion.union(finishedOfEdges, explicit).remaining()).isEqualTo(65592);
  }

  /** The state of 2^60 times a row. */
  private static ByteBuffer doubled(ByteBuffer row) {
    ByteBuffer state = Histogram.state(row);
    for (int doubling = 0; doubling < 60; doubling++) {
      state = HistogramUnion.union(state, Blobs.stored(state));
    }
    return state;
  }

  /** Values with a normal distribution. */
  @ParameterizedTest
  @CsvSource({
    "1, 72, 72, 72",
    "10, 96, 88, 80",
    "1000, 2576, 168, 80",
    "1000000, 8256, 264, 96",
  })
  void should_take_bytes_in_proportion_to_its_values(int rows, int most, int usual, int few) {
    Random random = new Random(SEED);
    ByteBuffer of4096 = Blobs.none();
    ByteBuffer of100 = Blobs.none();
    ByteBuffer of10 = Blobs.none();
    for (int row = 0; row < rows; row++) {
      double value = random.nextGaussian();
      of4096 = HistogramAggregates.accumulate(of4096, value, -3, 3, 4096);
      of100 = HistogramAggregates.accumulate(of100, value, -3, 3, 100);
      of10 = HistogramAggregates.accumulate(of10, value, -3, 3, 10);
    }

    assertThat(Histogram.state(of4096).remaining()).isEqualTo(most);
    assertThat(Histogram.state(of100).remaining()).isEqualTo(usual);
    assertThat(Histogram.state(of10).remaining()).isEqualTo(few);
  }

  @Test
  void should_refuse_constants_that_change() {
    ByteBuffer own = equalWidth(0, 1, 5);
    for (Runnable change :
        List.<Runnable>of(
            () -> HistogramAggregates.accumulate(own, 0.5, 0, 1, 6),
            () -> HistogramAggregates.accumulate(own, 0.5, 0, 2, 5),
            () -> HistogramAggregates.accumulate(own, 0.5, -1, 1, 5),
            () -> HistogramAggregates.accumulate(own, 0.5, List.of(0.0, 1.0)))) {
      assertThatThrownBy(change::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be the same for every row")
          .hasMessageContaining("join stored states with histogram_union");
    }
    ByteBuffer explicit = explicit(0.0, 1.0, 2.0);
    assertThatThrownBy(() -> HistogramAggregates.accumulate(explicit, 0.5, List.of(0.0, 1.5, 2.0)))
        .hasMessageContaining("(the edges must be the same for every row)");
    assertThat(Histogram.count(own)).isEqualTo(1);
    assertThat(Histogram.count(explicit)).isEqualTo(1);
  }
}
