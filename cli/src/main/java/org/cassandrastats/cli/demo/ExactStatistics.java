/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * Statistics of a series computed from the values themselves with 80 significant digits, by the
 * textbook formulas and none of the pack's code: what the results of Cassandra are held against.
 */
final class ExactStatistics {
  private static final MathContext DIGITS = new MathContext(80, RoundingMode.HALF_EVEN);

  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private final double[] inOrder;
  private final double[] sorted;
  private final BigDecimal count;
  private final BigDecimal sum;
  private final BigDecimal mean;
  private final BigDecimal squares;
  private final BigDecimal cubes;
  private final BigDecimal fourths;

  ExactStatistics(DemoSeries series) {
    inOrder = series.toArray();
    sorted = series.toArray();
    Arrays.sort(sorted);
    count = BigDecimal.valueOf(inOrder.length);
    BigDecimal total = BigDecimal.ZERO;
    for (double value : sorted) {
      total = total.add(new BigDecimal(value));
    }
    sum = total;
    mean = sum.divide(count, DIGITS);
    BigDecimal second = BigDecimal.ZERO;
    BigDecimal third = BigDecimal.ZERO;
    BigDecimal fourth = BigDecimal.ZERO;
    for (double value : sorted) {
      BigDecimal deviation = new BigDecimal(value).subtract(mean, DIGITS);
      BigDecimal square = deviation.multiply(deviation, DIGITS);
      second = second.add(square, DIGITS);
      third = third.add(square.multiply(deviation, DIGITS), DIGITS);
      fourth = fourth.add(square.multiply(square, DIGITS), DIGITS);
    }
    squares = second;
    cubes = third;
    fourths = fourth;
  }

  BigDecimal count() {
    return count;
  }

  BigDecimal sum() {
    return sum;
  }

  BigDecimal mean() {
    return mean;
  }

  BigDecimal minimum() {
    return new BigDecimal(sorted[0]);
  }

  BigDecimal maximum() {
    return new BigDecimal(sorted[sorted.length - 1]);
  }

  /** The largest magnitude of a value. */
  double magnitude() {
    return Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
  }

  BigDecimal first() {
    return new BigDecimal(inOrder[0]);
  }

  BigDecimal last() {
    return new BigDecimal(inOrder[inOrder.length - 1]);
  }

  /** The position of the smallest value, the first one of several. */
  BigDecimal positionOfMinimum() {
    int position = 0;
    while (inOrder[position] != sorted[0]) {
      position++;
    }
    return BigDecimal.valueOf(position);
  }

  /** The position of the largest value, the last one of several. */
  BigDecimal positionOfMaximum() {
    int position = inOrder.length - 1;
    while (inOrder[position] != sorted[sorted.length - 1]) {
      position--;
    }
    return BigDecimal.valueOf(position);
  }

  /** The value at a rank, counted from the smallest (0). */
  BigDecimal ranked(int rank) {
    return new BigDecimal(sorted[rank]);
  }

  /**
   * The value below which a part of the values lies; halfway between two values where exactly that
   * part is below both.
   *
   * @param quantile from 0 to 1
   */
  BigDecimal quantile(BigDecimal quantile) {
    BigDecimal below = quantile.multiply(count);
    int index = below.intValue();
    if (index == sorted.length) {
      return maximum();
    }
    boolean isBetween = index > 0 && below.compareTo(BigDecimal.valueOf(index)) == 0;
    return isBetween ? ranked(index - 1).add(ranked(index)).divide(TWO) : ranked(index);
  }

  /**
   * How far a quantile is from the ranks of a value, which go from the part of the values below it
   * to the part that is not above it.
   */
  BigDecimal rankError(double value, BigDecimal quantile) {
    BigDecimal lowest = BigDecimal.valueOf(valuesBelow(value)).divide(count, DIGITS);
    BigDecimal highest = BigDecimal.valueOf(valuesBelow(Math.nextUp(value))).divide(count, DIGITS);
    return lowest.subtract(quantile).max(quantile.subtract(highest)).max(BigDecimal.ZERO);
  }

  /** How many values are below a limit. */
  int valuesBelow(double limit) {
    int from = 0;
    int to = sorted.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (sorted[middle] < limit) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** The value whose rank is a part of the number of values, rounded up. */
  BigDecimal valueOfRank(BigDecimal part) {
    int rank = part.multiply(count).setScale(0, RoundingMode.CEILING).intValueExact();
    return ranked(Math.max(1, rank) - 1);
  }

  /** Sample variance; null below two values. */
  BigDecimal variance() {
    return sorted.length < 2 ? null : squares.divide(count.subtract(BigDecimal.ONE), DIGITS);
  }

  /** Sample standard deviation; null below two values. */
  BigDecimal standardDeviation() {
    return sorted.length < 2 ? null : variance().sqrt(DIGITS);
  }

  /** Sample skewness G1; null below three values or where all are equal. */
  BigDecimal skewness() {
    if (sorted.length < 3 || squares.signum() == 0) {
      return null;
    }
    // G1 = n / ((n - 1)(n - 2)) * sum of cubes / s^3
    BigDecimal cubedDeviation = standardDeviation().pow(3, DIGITS);
    return count
        .multiply(cubes, DIGITS)
        .divide(less(1).multiply(less(2)).multiply(cubedDeviation, DIGITS), DIGITS);
  }

  /** Sample excess kurtosis G2; null below four values or where all are equal. */
  BigDecimal kurtosis() {
    if (sorted.length < 4 || squares.signum() == 0) {
      return null;
    }
    // G2 = (n - 1) / ((n - 2)(n - 3)) * ((n + 1) n * fourths / squares^2 - 3 (n - 1))
    BigDecimal ratio = fourths.divide(squares.multiply(squares, DIGITS), DIGITS);
    BigDecimal inner =
        count
            .add(BigDecimal.ONE)
            .multiply(count)
            .multiply(ratio, DIGITS)
            .subtract(less(1).multiply(BigDecimal.valueOf(3)), DIGITS);
    return less(1).multiply(inner, DIGITS).divide(less(2).multiply(less(3)), DIGITS);
  }

  private BigDecimal less(int amount) {
    return count.subtract(BigDecimal.valueOf(amount));
  }
}
