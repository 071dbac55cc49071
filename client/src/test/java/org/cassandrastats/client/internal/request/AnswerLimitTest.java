/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswerLimitTest {
  private static List<List<ByteBuffer>> rows(int number, int bytes) {
    return Collections.nCopies(number, List.of(ByteBuffer.allocate(bytes)));
  }

  @Test
  void should_size_pages_by_the_largest_row() {
    AnswerLimit limit = new AnswerLimit(6);
    assertThat(limit.pageSize(5000)).as("of rows that are not known").isEqualTo(100);

    limit.check(rows(1, 40_000), true);
    assertThat(limit.pageSize(5000)).isEqualTo((4 << 20) / 40_000);
    limit.check(rows(1, 10), true);
    assertThat(limit.pageSize(5000)).isEqualTo((4 << 20) / 40_000);

    AnswerLimit small = new AnswerLimit(6);
    small.check(rows(1, 10), true);
    assertThat(small.pageSize(5000)).isEqualTo(5000);
  }

  @Test
  void should_end_an_answer_that_goes_on_beyond_its_share() {
    AnswerLimit limit = new AnswerLimit(48);
    List<List<ByteBuffer>> large = rows(6, 100_000);

    assertThat(limit.part(large)).isEqualTo(600_000.0 / (1 << 19), within(1e-9));
    limit.check(large, false);
    assertThatThrownBy(() -> limit.check(large, true)).isInstanceOf(AnswerLimit.Exceeded.class);
    limit.check(rows(5, 100_000), true);
  }

  @Test
  void should_end_an_answer_of_more_than_one_page_where_no_other_can_be_asked_for() {
    AnswerLimit limit = new AnswerLimit(6, true);

    limit.check(rows(100, 10), false);
    assertThatThrownBy(() -> limit.check(rows(1, 10), true))
        .isInstanceOf(AnswerLimit.Exceeded.class);
  }
}
