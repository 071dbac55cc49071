/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AxisTest {
  @Test
  void should_not_make_much_of_small_differences() {
    Axis axis = Axis.of(false, 0, DoubleStream.of(216.37, 216.59));

    assertThat(axis.from()).isZero();
    assertThat(axis.at(216.59) - axis.at(216.37)).isLessThan(0.001);
    assertThat(axis.ticks()).containsExactly(0.0, 50.0, 100.0, 150.0, 200.0, 250.0);
  }

  @Test
  void should_write_fewer_numbers_where_there_are_more_decades() {
    assertThat(Axis.of(true, 0, DoubleStream.of(1.1, 2)).ticks())
        .extracting(Axis::label)
        .contains("1.2", "1.8");
    assertThat(Axis.of(true, 0, DoubleStream.of(1, 100)).ticks())
        .containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    assertThat(Axis.of(true, 0, DoubleStream.of(1, 1e6)).ticks()).hasSize(7).contains(1.0, 1e6);
  }

  @Test
  void should_have_an_axis_without_numbers() {
    assertThat(Axis.of(false, 0, DoubleStream.empty()).ticks()).contains(0.0, 10.0);
    assertThat(Axis.of(true, 0, DoubleStream.empty()).ticks()).contains(1.0, 10.0);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0.30000000000000004,0.3", "1234,1234", "10000,10k", "2500000,2.5M"})
  void should_write_numbers_briefly(double number, String label) {
    assertThat(Axis.label(number)).isEqualTo(label);
  }
}
