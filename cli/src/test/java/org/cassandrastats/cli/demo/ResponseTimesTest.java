/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ResponseTimesTest {
  private static final int OF_AN_HOUR = 180;

  @Test
  void should_always_be_the_same() {
    assertThat(ResponseTimes.values("login")).isEqualTo(ResponseTimes.values("login"));
    assertThat(ResponseTimes.values("login")).isNotEqualTo(ResponseTimes.values("search"));
  }

  @Test
  void should_show_when_a_service_was_slow() {
    double[] values = ResponseTimes.values("checkout");

    double before = median(values, 24 + 13);
    assertThat(median(values, 24 + 14)).isBetween(2.5 * before, 3.5 * before);
    assertThat(median(values, 24 + 16)).isBetween(0.7 * before, 1.3 * before);
  }

  private static double median(double[] values, int hour) {
    double[] some = Arrays.copyOfRange(values, hour * OF_AN_HOUR, (hour + 1) * OF_AN_HOUR);
    Arrays.sort(some);
    return some[OF_AN_HOUR / 2];
  }
}
