/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;

/** Stored moments states are read forever. */
class MomentsFixturesTest {
  @Test
  void should_read_version_1() {
    ByteBuffer state = Fixtures.read("v2/moments");

    assertThat(Moments.text(state))
        .isEqualTo(
            "moments count=2 skipped=1 min=1.0 max=3.0 mean=2.0 stddev=1.4142135623730951 sum=4.0");
    assertThat(Moments.count(state)).isEqualTo(2);
    assertThat(Moments.skipped(state)).isEqualTo(1);
    assertThat(Moments.sum(state)).isEqualTo(4.0);
    assertThat(Moments.mean(state)).isEqualTo(2.0);
    assertThat(Moments.min(state)).isEqualTo(1.0);
    assertThat(Moments.max(state)).isEqualTo(3.0);
    assertThat(Moments.variance(state)).isEqualTo(2.0);
    assertThat(Moments.variancePop(state)).isEqualTo(1.0);
    assertThat(Moments.stddev(state)).isEqualTo(Math.sqrt(2));
    assertThat(Moments.stddevPop(state)).isEqualTo(1.0);
    assertThat(Moments.skewness(state)).isNull();
    assertThat(Moments.kurtosis(state)).isNull();
  }

  @Test
  void should_read_version_1_of_skipped_rows_only() {
    ByteBuffer state = Fixtures.read("v2/moments-only-skipped");

    assertThat(Moments.text(state))
        .isEqualTo("moments count=0 skipped=2 min=null max=null mean=null stddev=null sum=null");
    assertThat(Moments.summary(state).count).isZero();
    assertThat(Moments.summary(state).mean).isNull();
    assertThat(Moments.summary(state))
        .hasToString(
            "summary(count=0, skipped=2, min=null, max=null, mean=null, stddev=null, sum=null)");
  }
}
