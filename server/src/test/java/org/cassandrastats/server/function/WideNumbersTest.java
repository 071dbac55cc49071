/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.apache.cassandra.db.marshal.DecimalType;
import org.cassandrastats.udf.annotation.WideNumbers;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WideNumbersTest {
  private static final long SEED = 20261121;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0E+5",
        "1",
        "-1",
        "0.1",
        "123456789.123456789",
        "-2.5E-300",
        "4.9E-324",
        "1E-330",
        "1.7976931348623157E308",
        "1.8E308",
        "-1E309",
        "1E-1000000000",
        "-1E+1000000000",
        "9007199254740993",
        "0.30000000000000004"
      })
  void should_give_the_nearest_double(String text) {
    BigDecimal decimal = new BigDecimal(text);

    assertThat(toDouble(decimal)).isEqualTo(decimal.doubleValue());
  }

  @Test
  void should_give_the_nearest_double_of_random_decimals() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      BigDecimal decimal =
          new BigDecimal(
              new BigInteger(1 + random.nextInt(250), random), random.nextInt(700) - 350);

      assertThat(toDouble(decimal))
          .as("%s, seed %d", decimal, SEED)
          .isEqualTo(decimal.doubleValue());
    }
  }

  @Test
  void should_be_within_the_last_bit_of_long_decimals() {
    Random random = new Random(SEED);
    for (int round = 0; round < 2_000; round++) {
      BigDecimal decimal =
          new BigDecimal(
              new BigInteger(250 + random.nextInt(2_000), random).negate(),
              200 + random.nextInt(400));
      double exact = decimal.doubleValue();

      assertThat(toDouble(decimal))
          .as("%s, seed %d", decimal, SEED)
          .isCloseTo(exact, within(Math.ulp(exact)));
    }
  }

  @ParameterizedTest
  @CsvSource({"8000000, 0", "8000000, 2408240", "8000000, -2147483648", "8000000, 2147483647"})
  void should_not_take_long_however_long_the_decimal_is(int bits, int scale) {
    BigDecimal decimal = new BigDecimal(BigInteger.ONE.shiftLeft(bits), scale);

    double value =
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(2), () -> toDouble(decimal));

    assertThat(value).isNotNaN();
  }

  private static double toDouble(BigDecimal decimal) {
    return WideNumbers.ofDecimal(DecimalType.instance.decompose(decimal));
  }
}
