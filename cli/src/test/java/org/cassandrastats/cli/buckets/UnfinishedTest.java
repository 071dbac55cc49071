/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import org.cassandrastats.cli.buckets.Buckets.Limits;
import org.junit.jupiter.api.Test;

final class UnfinishedTest {
  @Test
  void should_begin_where_it_is_told_to_and_go_on_from_what_is_done() {
    assertThat(new Limits.Unfinished(null, 100, 0).span(null))
        .isEqualTo(new Buckets.Span(null, 100));
    assertThat(new Limits.Unfinished(30L, 100, 0).span(null)).isEqualTo(new Buckets.Span(30L, 100));
    assertThat(new Limits.Unfinished(30L, 100, 0).span(60L)).isEqualTo(new Buckets.Span(60L, 100));
    assertThat(new Limits.Unfinished(30L, 100, 0).span(100L)).isNull();
    assertThat(new Limits.Unfinished(120L, 100, 0).span(null)).isNull();
  }

  @Test
  void should_look_back_but_not_before_the_beginning() {
    assertThat(new Limits.Unfinished(null, 100, 20).span(null))
        .isEqualTo(new Buckets.Span(null, 100));
    assertThat(new Limits.Unfinished(null, 100, 20).span(100L))
        .isEqualTo(new Buckets.Span(80L, 100));
    assertThat(new Limits.Unfinished(90L, 100, 20).span(100L))
        .isEqualTo(new Buckets.Span(90L, 100));
    assertThat(new Limits.Unfinished(null, 100, 20).span(130L)).isNull();
  }

  @Test
  void should_only_move_forward() {
    assertThat(new Limits.Unfinished(null, 100, 20).isNews(null)).isTrue();
    assertThat(new Limits.Unfinished(null, 100, 20).isNews(99L)).isTrue();
    assertThat(new Limits.Unfinished(null, 100, 20).isNews(100L)).isFalse();
    assertThat(new Limits.Unfinished(120L, 100, 0).isNews(null)).isFalse();
  }
}
