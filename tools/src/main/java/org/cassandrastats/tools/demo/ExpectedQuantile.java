/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.demo;

import java.math.BigDecimal;
import java.util.Locale;

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
  public String error(Number result) {
    if (!(result instanceof Double value) || !Double.isFinite(value)) {
      return "-";
    }
    double error = exact.rankError(value, quantile).doubleValue();
    return error == 0 ? "0" : String.format(Locale.ROOT, "%.1e rank", error);
  }

  @Override
  public String allowed() {
    return String.format(Locale.ROOT, "%.0e rank", rankError);
  }

  @Override
  public String shown() {
    return Expected.shown(exact.quantile(quantile).doubleValue());
  }
}
