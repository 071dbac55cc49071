/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import java.math.BigDecimal;
import java.math.MathContext;

/** The line through pairs in decimal arithmetic: the doubles count exactly. */
final class ExactRegression {
  private static final MathContext DIGITS = new MathContext(60);

  final BigDecimal count;
  final BigDecimal meanY;
  final BigDecimal meanX;
  final BigDecimal squaresY;
  final BigDecimal squaresX;
  final BigDecimal products;

  ExactRegression(double[] y, double[] x) {
    BigDecimal sumY = BigDecimal.ZERO;
    BigDecimal sumX = BigDecimal.ZERO;
    BigDecimal sumYy = BigDecimal.ZERO;
    BigDecimal sumXx = BigDecimal.ZERO;
    BigDecimal sumXy = BigDecimal.ZERO;
    for (int row = 0; row < y.length; row++) {
      BigDecimal rowY = new BigDecimal(y[row]);
      BigDecimal rowX = new BigDecimal(x[row]);
      sumY = sumY.add(rowY);
      sumX = sumX.add(rowX);
      sumYy = sumYy.add(rowY.multiply(rowY));
      sumXx = sumXx.add(rowX.multiply(rowX));
      sumXy = sumXy.add(rowX.multiply(rowY));
    }
    count = BigDecimal.valueOf(y.length);
    meanY = sumY.divide(count, DIGITS);
    meanX = sumX.divide(count, DIGITS);
    // n times each sum about the means has no rounding.
    squaresY = count.multiply(sumYy).subtract(sumY.multiply(sumY)).divide(count, DIGITS);
    squaresX = count.multiply(sumXx).subtract(sumX.multiply(sumX)).divide(count, DIGITS);
    products = count.multiply(sumXy).subtract(sumX.multiply(sumY)).divide(count, DIGITS);
  }

  BigDecimal slope() {
    return products.divide(squaresX, DIGITS);
  }

  BigDecimal intercept() {
    return meanY.subtract(slope().multiply(meanX), DIGITS);
  }

  BigDecimal interceptX() {
    return meanX.subtract(meanY.divide(slope(), DIGITS), DIGITS);
  }

  BigDecimal r2() {
    return products.multiply(products).divide(squaresX.multiply(squaresY), DIGITS);
  }

  BigDecimal correlation() {
    return products.divide(squaresX.multiply(squaresY).sqrt(DIGITS), DIGITS);
  }

  BigDecimal covariance(int lost) {
    return products.divide(count.subtract(BigDecimal.valueOf(lost)), DIGITS);
  }

  BigDecimal varianceX() {
    return squaresX.divide(count.subtract(BigDecimal.ONE), DIGITS);
  }

  BigDecimal varianceY() {
    return squaresY.divide(count.subtract(BigDecimal.ONE), DIGITS);
  }

  /** What y changes by over the spread of x at most: the size of slopes in this unit. */
  double steepest() {
    return Math.sqrt(squaresY.divide(squaresX, DIGITS).doubleValue());
  }

  /** The largest sum of products that the squares allow. */
  double largestProducts() {
    return squaresX.multiply(squaresY).sqrt(DIGITS).doubleValue();
  }
}
