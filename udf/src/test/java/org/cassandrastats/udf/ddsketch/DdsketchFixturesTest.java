/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;

/** Stored ddsketch states are read forever. */
class DdsketchFixturesTest {
  @Test
  void should_read_version_1() {
    ByteBuffer state = Fixtures.read("v2/ddsketch");

    assertThat(Ddsketch.text(state))
        .isEqualTo(
            "ddsketch count=5 error=0.1 min=-2.0 max=3.0 mean=1.0 sum=5.0 bins=1+7 collapsed=none");
    assertThat(Ddsketch.count(state)).isEqualTo(5);
    assertThat(Ddsketch.min(state)).isEqualTo(-2.0);
    assertThat(Ddsketch.max(state)).isEqualTo(3.0);
    assertThat(Ddsketch.sum(state)).isEqualTo(5.0);
    assertThat(Ddsketch.mean(state)).isEqualTo(1.0);
    assertThat(Ddsketch.relativeError(state)).isEqualTo(0.1);
    assertThat(Ddsketch.isValid(state)).isTrue();
  }

  @Test
  void should_refuse_a_list_of_quantiles_that_is_too_long() {
    ByteBuffer state = Fixtures.read("v2/ddsketch");

    assertThat(Ddsketch.quantiles(state, Collections.nCopies(4096, 0.4))).hasSize(4096);
    assertThatThrownBy(() -> Ddsketch.quantiles(state, Collections.nCopies(4097, 0.4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ddsketch: expected at most 4096 quantiles, found 4097");
  }

  @Test
  void should_answer_quantiles_and_ranks_of_version_1() {
    ByteBuffer state = Fixtures.read("v2/ddsketch");

    assertThat(Ddsketch.quantile(state, 0.4)).isEqualTo(0.0);
    // The bin (e^-0.2, 1] is stood for by 2e^0 / (e^0.2 + 1).
    assertThat(Ddsketch.quantile(state, 0.6)).isCloseTo(0.9003320053750444, within(1e-15));
    assertThat(Ddsketch.quantiles(state, List.of(1.0, 0.0, 0.4))).containsExactly(3.0, -2.0, 0.0);
    assertThat(Ddsketch.rank(state, -2.0)).isEqualTo(0.2);
    assertThat(Ddsketch.rank(state, 0.0)).isEqualTo(0.4);
    assertThat(Ddsketch.rank(state, 1.5)).isEqualTo(0.6);
    assertThat(Ddsketch.rank(state, 2.9)).isEqualTo(1.0);
  }
}
