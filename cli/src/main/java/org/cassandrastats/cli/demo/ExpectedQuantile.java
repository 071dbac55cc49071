/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;

/**
 * A quantile that may be off in rank: the part of the values below it may differ from the quantile
 * asked for. Equal values have all the ranks from that of the first to that of the last of them.
 *
 * @param label which number of the result, where there are several; else empty
 * @param exact knows the exact quantile and the exact ranks
 * @param quantile from 0 to 1
 * @param rankError that the function's documentation allows, as a part of all values
 */
record ExpectedQuantile(String label, ExactStatistics exact, BigDecimal quantile, double rankError)
    implements Expectation {

  @Override
  public boolean isMetBy(Number result) {
    return result instanceof Double value
        && Double.isFinite(value)
        && exact.rankError(value, quantile).compareTo(new BigDecimal(rankError)) <= 0;
  }

  @Override
  public double error(Number result) {
    return result instanceof Double value && Double.isFinite(value)
        ? exact.rankError(value, quantile).doubleValue()
        : Double.NaN;
  }

  @Override
  public double allowed() {
    return rankError;
  }

  @Override
  public String shown() {
    return Digits.all(exact.quantile(quantile).doubleValue());
  }
}
