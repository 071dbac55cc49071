/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

final class ExactPartTest {
  @Test
  void should_add_without_rounding() {
    ExactPart part = new ExactPart(new double[] {1e16, 1, -1e16, 1});

    assertThat(part.mean()).isEqualByComparingTo(new BigDecimal("0.5"));
    assertThat(part.count()).isEqualTo(4);
    assertThat(part.minimum()).isEqualTo(-1e16);
    assertThat(part.maximum()).isEqualTo(1e16);
  }

  @Test
  void should_divide_the_squares_of_a_deviation_by_the_count() {
    assertThat(new ExactPart(new double[] {2, 4, 4, 4, 5, 5, 7, 9}).deviation()).isEqualTo(2);
  }

  @Test
  void should_give_equal_values_all_their_ranks() {
    ExactPart part = new ExactPart(new double[] {1, 2, 2, 3});

    assertThat(part.rankError(2, 0.25)).isZero();
    assertThat(part.rankError(2, 0.75)).isZero();
    assertThat(part.rankError(2, 0.875)).isEqualTo(0.125);
    assertThat(part.rankError(3, 0.25)).isEqualTo(0.5);
  }

  @Test
  void should_begin_every_column_with_the_same_values() {
    ExactColumn few = ExactColumn.generate(100, 7);
    ExactColumn many = ExactColumn.generate(1000, 7);

    assertThat(many.first(100).mean()).isEqualTo(few.first(100).mean());
    assertThat(many.first(1000).count()).isEqualTo(1000);
  }

  @Test
  void should_know_the_values_that_a_condition_holds_for() {
    ExactColumn column = ExactColumn.generate(100, 7);

    ExactPart part = column.only(row -> row == 3 || row == 97);

    assertThat(part.count()).isEqualTo(2);
    assertThat(part.minimum()).isEqualTo(Math.min(column.value(3), column.value(97)));
    assertThat(part.maximum()).isEqualTo(Math.max(column.value(3), column.value(97)));
  }
}
