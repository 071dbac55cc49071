/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PlanAdviceTest {
  @Test
  void should_repeat_how_the_cluster_is_reached_and_read() {
    assertThat(
            PlanAdvice.of(
                    List.of(
                        "plan",
                        "--contact-point",
                        "10.0.0.1:9042,[::1]:9042",
                        "--keyspace=own",
                        "--driver-config",
                        "my driver.conf",
                        "--consistency",
                        "QUORUM",
                        "--page-size=777",
                        "--format",
                        "json",
                        "SELECT 1"))
                .options())
        .isEqualTo(
            "--contact-point \"10.0.0.1:9042,[::1]:9042\" --keyspace=own --driver-config"
                + " \"my driver.conf\" --consistency QUORUM --page-size=777 ");
  }
}
