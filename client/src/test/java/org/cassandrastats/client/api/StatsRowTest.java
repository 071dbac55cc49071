/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatsRowTest {
  private final StatsRow row =
      StatsRow.of(
          List.of("c", "mean", "Mean", "name", "at", "state", "none"),
          Arrays.asList(5L, 1.5, 2.5, "roof", Instant.EPOCH, ByteBuffer.allocate(3), null));

  @Test
  void should_give_values_of_their_types() {
    assertThat(row.getLong("c")).isEqualTo(5);
    assertThat(row.getDouble("mean")).isEqualTo(1.5);
    assertThat(row.getString("name")).isEqualTo("roof");
    assertThat(row.getInstant("at")).isEqualTo(Instant.EPOCH);
    assertThat(row.getState("state").remaining()).isEqualTo(3);
    assertThat(row.getDouble("none")).isNull();
    assertThat(row.isNull("none")).isTrue();
    assertThat(row.isNull("c")).isFalse();
  }

  @Test
  void should_take_names_in_any_case_but_exact_ones_first() {
    assertThat(row.getDouble("Mean")).isEqualTo(2.5);
    assertThat(row.getDouble("MEAN")).isEqualTo(1.5);
    assertThat(row.getLong("C")).isEqualTo(5);
  }

  @Test
  void should_refuse_other_types_and_names() {
    assertThatThrownBy(() -> row.getDouble("c"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the column c is of the type java.lang.Long: expected java.lang.Double");
    assertThatThrownBy(() -> row.get("d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no column d: there are [c, mean");
  }
}
