/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.time_weight.Observations.Method;
import org.cassandrastats.uda.time_weight.Observations.Point;
import org.cassandrastats.udf.time_weight.TimeWeight;
import org.junit.jupiter.api.Test;

/** The bytes that are written, and the buffers that are changed in place. */
class TimeWeightBytesTest {
  @Test
  void should_write_version_2() throws IOException {
    List<Point> points = List.of(new Point(1000, 5), new Point(2000, 8), new Point(5000, 2));
    assertBytes("time_weight", new Observations(Method.LINEAR, points));
    assertBytes("time_weight-locf", new Observations(Method.LOCF, points));
    assertBytes("time_weight-one", new Observations(Method.LINEAR, List.of(new Point(-1, -0.0))));
    assertBytes("time_weight-overflow", overflow());
  }

  private static Observations overflow() {
    return new Observations(
        Method.LOCF, List.of(new Point(0, 1e308), new Point(1000, 0), new Point(2000, 1)));
  }

  private static void assertBytes(String fixture, Observations points) throws IOException {
    try (InputStream file =
        TimeWeightBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(points.state())).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = TimeWeightAggregates.linear(Blobs.none(), 1, 2);
    ByteBuffer stored = Blobs.stored(TimeWeight.state(own));
    ByteBuffer later = new Observations(Method.LINEAR, List.of(new Point(9, 3))).state();

    assertThat(TimeWeightAggregates.linear(own, 2, 3)).isSameAs(own);
    assertThat(TimeWeightAggregates.linear(own, 0, 1)).isSameAs(own);
    assertThat(TimeWeightAggregates.linear(own, 5, Double.NaN)).isSameAs(own);
    ByteBuffer merged = TimeWeightAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(merged).isNotSameAs(stored);
    assertThat(TimeWeightAggregates.union(merged, later)).isSameAs(merged);
    assertThatThrownBy(() -> TimeWeightAggregates.linear(stored, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 72 other bytes");
  }

  @Test
  void should_answer_null_where_an_integral_is_beyond_doubles() {
    ByteBuffer state = overflow().state();

    assertThat(TimeWeight.integral(state)).isNull();
    assertThat(TimeWeight.average(state)).isNull();
    assertThat(TimeWeight.lastValue(state)).isEqualTo(1);
    assertThat(TimeWeight.text(state)).endsWith("average=null");
    assertThat(TimeWeight.isValid(state)).isTrue();
  }
}
