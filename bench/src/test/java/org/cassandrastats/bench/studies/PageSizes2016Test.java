/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class PageSizes2016Test {
  @Test
  void should_relate_the_published_times() {
    assertThat(PageSizes2016.factor(100, 80_000).orElseThrow()).isCloseTo(3.78, within(0.01));
    assertThat(PageSizes2016.factor(80_000, 80_000)).hasValue(1);
  }

  @Test
  void should_know_nothing_of_other_page_sizes() {
    assertThat(PageSizes2016.factor(5000, 80_000)).isEmpty();
    assertThat(PageSizes2016.factor(100, 20_000)).isEmpty();
  }
}
