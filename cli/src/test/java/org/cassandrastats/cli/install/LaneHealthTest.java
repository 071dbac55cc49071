/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LaneHealthTest {
  private final LaneHealth health = new LaneHealth();

  @Test
  void should_add_up_what_all_nodes_have_done() {
    health.answered();
    health.add("tdigest", 3, 1_000_000, 3280, 0);
    health.add("mean", 40, 2_000, 88, 1);
    health.answered();
    health.add("tdigest", 1, 5, 4000, 7);
    health.add("tdigest_quantile", 1_000, 0, 0, 4_000);
    health.add("tdigest_rank", 9, 0, 0, 2);

    assertThat(health)
        .hasToString(
            "Health: 1,053 calls over 1,002,005 rows since the nodes started, 4,010 refused"
                + " (tdigest_quantile 4,000, tdigest 7, tdigest_rank 2); largest state 4,000 bytes"
                + " (tdigest).");
  }

  @Test
  void should_say_that_nothing_was_called() {
    health.answered();

    assertThat(health)
        .hasToString(
            "Health: 0 calls over 0 rows since the nodes started, 0 refused; largest state none.");
  }

  @Test
  void should_name_the_nodes_that_do_not_say() {
    health.unknown("10.0.0.3:9042", "no permission");

    assertThat(health).hasToString("Health: not known of 10.0.0.3:9042 (no permission)");

    health.answered();

    assertThat(health)
        .hasToString(
            "Health: 0 calls over 0 rows since the nodes started, 0 refused; largest state none."
                + " Not known of 10.0.0.3:9042 (no permission)");
  }
}
