/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SensorDataTest {
  @Test
  void should_give_the_same_values_for_the_same_seed_only() {
    double[] values = SensorData.generate(1000, 1).toArray();

    assertThat(SensorData.generate(1000, 1).toArray()).isEqualTo(values);
    assertThat(SensorData.generate(1000, 2).toArray()).isNotEqualTo(values);
    assertThat(Arrays.copyOf(values, 10)).isEqualTo(SensorData.generate(10, 1).toArray());
  }

  @Test
  void should_look_like_a_thermometer() {
    double[] values = SensorData.generate(200_000, 7).toArray();

    assertThat(Arrays.stream(values).average().orElseThrow()).isBetween(20.0, 23.0);
    assertThat(Arrays.stream(values).min().orElseThrow()).isGreaterThan(10);
    assertThat(Arrays.stream(values).max().orElseThrow()).isBetween(30.0, 80.0);
  }
}
