/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.heartbeat.Heartbeat;
import org.cassandrastats.udf.heartbeat.HeartbeatState;
import org.junit.jupiter.api.Test;

/** The bytes that are written, those that are refused, and buffers that are changed in place. */
class HeartbeatBytesTest {
  @Test
  void should_write_version_2() throws IOException {
    assertBytes("heartbeat", Beats.of(10_000, 0, 10_000, 25_000, 70_000));
    assertBytes("heartbeat-one", Beats.of(1, -1));
  }

  private static void assertBytes(String fixture, Beats beats) throws IOException {
    try (InputStream file =
        HeartbeatBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(beats.state())).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = HeartbeatAggregates.accumulate(Blobs.none(), 1, 5);
    ByteBuffer stored = Blobs.stored(Heartbeat.state(own));

    assertThat(HeartbeatAggregates.accumulate(own, 2, 5)).isSameAs(own);
    assertThat(HeartbeatAggregates.accumulate(own, -9, 5)).isSameAs(own);
    assertThat(HeartbeatAggregates.accumulate(own, 90, 5)).isSameAs(own);
    ByteBuffer merged = HeartbeatAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(merged).isNotSameAs(stored);
    assertThat(HeartbeatAggregates.union(merged, Beats.of(5, 9).state())).isSameAs(merged);
    assertThatThrownBy(() -> HeartbeatAggregates.accumulate(stored, 1, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 56 other bytes");
  }

  /** Of beats at 0, 100, 200 and 1000 that count for 10: gaps of 90, 90 and 790. */
  private static boolean isValid(int offset, long number) {
    byte[] state = Blobs.bytes(Beats.of(10, 0, 100, 200, 1000).state());
    ByteBuffer.wrap(state).putLong(offset, number);
    return Heartbeat.isValid(ByteBuffer.wrap(Blobs.sealed(state)));
  }

  @Test
  void should_refuse_what_no_beats_have() {
    int second = HeartbeatState.LIST + HeartbeatState.GAP;

    assertThat(isValid(HeartbeatState.COUNT, 4)).isTrue();
    assertThat(isValid(HeartbeatState.COUNT, 3)).isFalse();
    assertThat(isValid(HeartbeatState.COUNT, 5)).isFalse();
    assertThat(isValid(HeartbeatState.FIRST, 1)).isFalse();
    assertThat(isValid(HeartbeatState.LAST, 1001)).isFalse();
    assertThat(isValid(HeartbeatState.DOWN, 969)).isFalse();
    assertThat(isValid(HeartbeatState.LIST, 209)).isFalse();
    // Of one length, and then in the order of time.
    assertThat(isValid(second, 10)).isTrue();
    assertThat(isValid(second, 9)).isFalse();
    assertThat(isValid(second, 110)).isFalse();
    assertThat(isValid(second + HeartbeatState.STOP, 10)).isFalse();
  }
}
