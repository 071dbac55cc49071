/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.cassandrastats.client.api.StatsException;
import org.junit.jupiter.api.Test;

final class ArithmeticTest {
  @Test
  void should_give_the_wider_type_of_two_numbers() {
    assertThat(Arithmetic.apply("+", 1, 2L)).isEqualTo(3L);
    assertThat(Arithmetic.apply("-", 7, 2)).isEqualTo(5);
    assertThat(Arithmetic.apply("*", (short) 7, (byte) 2)).isEqualTo((short) 14);
    assertThat(Arithmetic.apply("/", -7, 2)).isEqualTo(-3);
    assertThat(Arithmetic.apply("%", -7, 2)).isEqualTo(-1);
    assertThat(Arithmetic.apply("*", 1.5f, 2)).isEqualTo(3.0f);
    assertThat(Arithmetic.apply("*", 1.5f, 2L)).isEqualTo(3.0);
    assertThat(Arithmetic.apply("/", 1L, 4.0)).isEqualTo(0.25);
    assertThat(Arithmetic.apply("+", BigInteger.ONE, 2)).isEqualTo(BigInteger.valueOf(3));
    assertThat(Arithmetic.apply("-", new BigDecimal("1.50"), 1)).isEqualTo(new BigDecimal("0.50"));
  }

  @Test
  void should_overflow_as_a_server_does() {
    assertThat(Arithmetic.apply("+", Integer.MAX_VALUE, 1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(Arithmetic.apply("*", Long.MAX_VALUE, 2)).isEqualTo(-2L);
    assertThat(Arithmetic.apply("/", 1.0, 0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void should_give_null_for_null_and_refuse_all_else() {
    assertThat(Arithmetic.apply("+", null, 1)).isNull();
    assertThat(Arithmetic.apply("/", 1, null)).isNull();
    assertThatThrownBy(() -> Arithmetic.apply("/", 1L, 0))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("divided by 0");
    assertThatThrownBy(() -> Arithmetic.apply("-", "a", 1))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("Expected numbers around -, found a and 1");
  }
}
