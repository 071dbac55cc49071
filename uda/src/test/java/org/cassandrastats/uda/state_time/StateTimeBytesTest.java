/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.state_time.StateTime;
import org.cassandrastats.udf.state_time.StateTimeSpans;
import org.junit.jupiter.api.Test;

/** The bytes that are written, the keys of values, and the buffers that are changed in place. */
class StateTimeBytesTest {
  @Test
  void should_write_version_2() throws IOException {
    assertBytes("state_time", Timeline.of(0, "on", 30_000, "off", 45_000, "on"));
    assertBytes("state_time-other", Timeline.of(-1, "x".repeat(48)));
  }

  private static void assertBytes(String fixture, Timeline rows) throws IOException {
    try (InputStream file =
        StateTimeBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(rows.state())).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_keep_numbers_as_their_digits() {
    for (long number : new long[] {0, 7, -7, 10, -1000, Long.MAX_VALUE, Long.MIN_VALUE}) {
      ByteBuffer state = StateTimeAggregates.accumulate(Blobs.none(), 5, number);

      assertThat(StateTime.firstState(state)).isEqualTo(Long.toString(number));
      assertThat(Blobs.hex(StateTime.state(state)))
          .isEqualTo(Blobs.hex(Timeline.of(5, Long.toString(number)).state()));
    }
  }

  private static String told(byte... bytes) {
    ByteBuffer state = StateTimeAggregates.accumulate(Blobs.none(), 5, ByteBuffer.wrap(bytes));
    assertThat(StateTime.isValid(StateTime.state(state))).isTrue();
    return StateTime.lastState(state);
  }

  @Test
  void should_tell_booleans_texts_and_other_bytes() {
    assertThat(told((byte) 0)).isEqualTo("false");
    assertThat(told((byte) 1)).isEqualTo("true");
    assertThat(told((byte) 2)).isEqualTo("\u0002");
    for (String text : new String[] {"a", "ge\u00f6ffnet", "\u20ac 5", "\ud83d\ude80", "x\u0000"}) {
      assertThat(told(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    }
    assertThat(told((byte) 0x80)).isEqualTo("0x80");
    assertThat(told((byte) 'a', (byte) 0xc3)).isEqualTo("0x61c3");
    assertThat(told((byte) 0xc0, (byte) 0x80)).isEqualTo("0xc080");
    assertThat(told((byte) 0xed, (byte) 0xa0, (byte) 0x80)).isEqualTo("0xeda080");
    assertThat(told((byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80)).isEqualTo("0xf4908080");
    assertThat(told((byte) 0xe0, (byte) 0x80, (byte) 0x80)).isEqualTo("0xe08080");
    assertThat(told("y".repeat(47).getBytes(StandardCharsets.UTF_8))).isEqualTo("y".repeat(47));
    assertThat(told("y".repeat(48).getBytes(StandardCharsets.UTF_8))).isEqualTo("(other)");
  }

  @Test
  void should_sum_what_is_told_alike() {
    ByteBuffer state = Timeline.of(0, "(other)", 1000, "z".repeat(50), 5000, "on").state();

    assertThat(StateTimeSpans.durations(state)).containsEntry("(other)", 5.0).hasSize(2);
    assertThat(StateTimeSpans.secondsIn(state, "(other)")).isEqualTo(5);
    assertThat(StateTimeSpans.share(state, "off")).isEqualTo(0);
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = StateTimeAggregates.accumulate(Blobs.none(), 1, 2);
    ByteBuffer stored = Blobs.stored(StateTime.state(own));

    assertThat(StateTimeAggregates.accumulate(own, 2, 3)).isSameAs(own);
    assertThat(StateTimeAggregates.accumulate(own, 0, 1)).isSameAs(own);
    assertThat(StateTimeAggregates.accumulate(own, 9, Blobs.none())).isSameAs(own);
    ByteBuffer merged = StateTimeAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(merged).isNotSameAs(stored);
    assertThat(StateTimeAggregates.union(merged, Timeline.of(9, "on").state())).isSameAs(merged);
    assertThatThrownBy(() -> StateTimeAggregates.accumulate(stored, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 216 other bytes");
  }
}
