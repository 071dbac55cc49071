/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.counter.Series.Point;
import org.cassandrastats.udf.counter.Counter;
import org.junit.jupiter.api.Test;

/** The bytes that are written, and the buffers that are changed in place. */
class CounterBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  @Test
  void should_write_version_2() throws IOException {
    assertBytes(
        "counter",
        List.of(new Point(1000, 5), new Point(2000, 8), new Point(3000, 2), new Point(5000, 2.5)));
    assertBytes("counter-one", List.of(new Point(-1, -0.0)));
    assertBytes(
        "counter-gauge",
        new Series(List.of(new Point(1000, 5), new Point(2000, 8), new Point(3000, 2)), true));
    assertBytes(
        "counter-overflow",
        List.of(new Point(0, 1e308), new Point(1, 0), new Point(2, 1e308), new Point(3, 1)));
  }

  private static void assertBytes(String fixture, List<Point> points) throws IOException {
    assertBytes(fixture, new Series(points));
  }

  private static void assertBytes(String fixture, Series series) throws IOException {
    try (InputStream file =
        CounterBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(series.state())).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = CounterAggregates.accumulate(NONE, 1, 2);
    ByteBuffer stored = Blobs.stored(Counter.state(own));
    ByteBuffer later = new Series(List.of(new Point(9, 3))).state();

    assertThat(CounterAggregates.accumulate(own, 2, 3)).isSameAs(own);
    assertThat(CounterAggregates.accumulate(own, 0, 1)).isSameAs(own);
    assertThat(CounterAggregates.accumulate(own, 5, Double.NaN)).isSameAs(own);
    ByteBuffer merged = CounterAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(merged).isNotSameAs(stored);
    assertThat(CounterAggregates.union(merged, later)).isSameAs(merged);
    assertThatThrownBy(() -> CounterAggregates.accumulate(stored, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 120 other bytes")
        .hasMessageContaining("join stored states with counter_union");
  }

  @Test
  void should_answer_null_where_a_sum_is_beyond_doubles() {
    ByteBuffer state =
        new Series(
                List.of(new Point(0, 1e308), new Point(1, 0), new Point(2, 1e308), new Point(3, 1)))
            .state();

    assertThat(Counter.delta(state)).isNull();
    assertThat(Counter.rate(state)).isNull();
    assertThat(Counter.numResets(state)).isEqualTo(2);
    assertThat(Counter.text(state)).contains("delta=null");
    assertThat(Counter.isValid(state)).isTrue();
  }
}
