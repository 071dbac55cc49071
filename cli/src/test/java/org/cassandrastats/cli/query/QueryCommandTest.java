/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.cassandrastats.client.api.RunStatistics;
import org.junit.jupiter.api.Test;

final class QueryCommandTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void should_use_the_singular_for_one_row_request_and_failure() {
    assertThat(QueryCommand.describe(statistics(1)))
        .isEqualTo(
            "1 row in 1.0 s: 1 request, half of them within 1.00 s, 99 of 100 within 1.00 s; 1 failed and was repeated.");
    assertThat(QueryCommand.describe(statistics(1_200)))
        .startsWith("1,200 rows in 1.0 s: 1,200 requests, ")
        .endsWith("; 1,200 failed and were repeated.");
  }

  private static RunStatistics statistics(long number) {
    return RunStatistics.builder()
        .rows(number)
        .elapsed(SECOND)
        .requests(number)
        .failedRequests(number)
        .medianTime(SECOND)
        .slowTime(SECOND)
        .longestTime(SECOND)
        .build();
  }
}
