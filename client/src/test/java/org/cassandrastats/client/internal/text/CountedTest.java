/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountedTest {
  @Test
  void should_use_the_singular_for_one_only() {
    assertThat(Counted.of(0, "row")).isEqualTo("0 rows");
    assertThat(Counted.of(1, "row")).isEqualTo("1 row");
    assertThat(Counted.of(1_001, "row")).isEqualTo("1,001 rows");
    assertThat(Counted.of(1, "other is", "others are")).isEqualTo("1 other is");
    assertThat(Counted.of(2, "other is", "others are")).isEqualTo("2 others are");
  }
}
