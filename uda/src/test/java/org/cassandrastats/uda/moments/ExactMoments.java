/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/** The moments of finite doubles in decimal arithmetic of 60 digits: the doubles count exactly. */
final class ExactMoments {
  private static final MathContext DIGITS = new MathContext(60);

  private final BigDecimal[] values;
  final BigDecimal sum;
  final BigDecimal mean;

  ExactMoments(double[] values) {
    this.values = Arrays.stream(values).mapToObj(BigDecimal::new).toArray(BigDecimal[]::new);
    this.sum = Arrays.stream(this.values).reduce(BigDecimal.ZERO, BigDecimal::add);
    this.mean = sum.divide(count(), DIGITS);
  }

  private BigDecimal count() {
    return BigDecimal.valueOf(values.length);
  }

  /** Sum of the deviations from the mean, each to a power. */
  BigDecimal powers(int power) {
    BigDecimal total = BigDecimal.ZERO;
    for (BigDecimal value : values) {
      total = total.add(value.subtract(mean).pow(power, DIGITS), DIGITS);
    }
    return total;
  }

  BigDecimal variance() {
    return powers(2).divide(BigDecimal.valueOf(values.length - 1), DIGITS);
  }

  BigDecimal populationVariance() {
    return powers(2).divide(count(), DIGITS);
  }

  BigDecimal deviation() {
    return variance().sqrt(DIGITS);
  }

  BigDecimal populationDeviation() {
    return populationVariance().sqrt(DIGITS);
  }

  /** G1 of D. N. Joanes and C. A. Gill, Comparing measures of sample skewness and kurtosis. */
  BigDecimal skewness() {
    BigDecimal m2 = populationVariance();
    BigDecimal m3 = powers(3).divide(count(), DIGITS);
    BigDecimal n = count();
    return m3.divide(m2.multiply(m2.sqrt(DIGITS)), DIGITS)
        .multiply(n.multiply(n.subtract(BigDecimal.ONE)).sqrt(DIGITS))
        .divide(n.subtract(BigDecimal.valueOf(2)), DIGITS);
  }

  /** G2 of the same source. */
  BigDecimal kurtosis() {
    BigDecimal m2 = populationVariance();
    BigDecimal n = count();
    BigDecimal g2 =
        powers(4).divide(n, DIGITS).divide(m2.multiply(m2), DIGITS).subtract(BigDecimal.valueOf(3));
    return n.subtract(BigDecimal.ONE)
        .divide(
            n.subtract(BigDecimal.valueOf(2)).multiply(n.subtract(BigDecimal.valueOf(3))), DIGITS)
        .multiply(n.add(BigDecimal.ONE).multiply(g2).add(BigDecimal.valueOf(6)));
  }
}
