/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.udf.regression.Regression;
import org.junit.jupiter.api.Test;

/**
 * Correct digits on the data sets of the NIST Statistical Reference Datasets: of every column with
 * every other one, in one pass and merged from many parts. Norris alone is certified for a line
 * with an intercept; elsewhere the answer for the same doubles is computed exactly. The table is
 * written to target/nist-regression.txt.
 *
 * <p>Digits are those of {@code NistTest}: -log10 of the relative error, at most 17 here.
 */
class RegressionNistTest {
  private static final List<String> SETS =
      List.of("Norris", "Pontius", "NoInt1", "NoInt2", "Longley");
  private static final int PARTS = 100;
  private static final int MOST_DIGITS = 17;
  private static final double LEAST_DIGITS = 11;

  private record DataSet(List<double[]> rows, Map<String, BigDecimal> certified) {
    double[] column(int index) {
      return rows.stream().mapToDouble(row -> row[index]).toArray();
    }
  }

  @Test
  void should_keep_the_digits_of_the_reference_sets() throws IOException {
    StringBuilder table = new StringBuilder();
    line(table, "set, y and x", "way", "slope", "intercept", "r2");
    double least = MOST_DIGITS;
    for (String set : SETS) {
      DataSet data = read(set);
      int columns = data.rows.get(0).length;
      for (int y = 0; y < columns; y++) {
        for (int x = 0; x < columns; x++) {
          if (x != y) {
            String pair = set + " " + y + " " + x;
            least = Math.min(least, row(table, pair, data.column(y), data.column(x)));
          }
        }
      }
    }
    System.out.println(table);
    Files.writeString(Path.of("target", "nist-regression.txt"), table);

    assertThat(least).as(table.toString()).isGreaterThan(LEAST_DIGITS);
  }

  @Test
  void should_agree_with_what_is_certified() throws IOException {
    DataSet norris = read("Norris");
    ByteBuffer state = RegressionOfPairs.state(norris.column(0), norris.column(1));

    assertThat(digits(Regression.slope(state), norris.certified.get("slope"))).isGreaterThan(14);
    assertThat(digits(Regression.intercept(state), norris.certified.get("intercept")))
        .isGreaterThan(11);
    assertThat(digits(Regression.r2(state), norris.certified.get("r2"))).isGreaterThan(14);
  }

  private static double row(StringBuilder table, String pair, double[] y, double[] x) {
    ExactRegression exact = new ExactRegression(y, x);
    double least = MOST_DIGITS;
    for (int parts : new int[] {1, PARTS}) {
      ByteBuffer state = RegressionOfPairs.merged(y, x, parts);
      double slope = digits(Regression.slope(state), exact.slope());
      double intercept = digits(Regression.intercept(state), exact.intercept());
      double r2 = digits(Regression.r2(state), exact.r2());
      String way = parts == 1 ? "one pass" : parts + " parts";
      line(table, pair, way, text(slope), text(intercept), text(r2));
      least = Math.min(least, Math.min(slope, Math.min(intercept, r2)));
    }
    return least;
  }

  private static double digits(double actual, BigDecimal exact) {
    BigDecimal error =
        new BigDecimal(actual).subtract(exact).abs().divide(exact.abs(), MathContext.DECIMAL64);
    return error.signum() == 0
        ? MOST_DIGITS
        : Math.min(MOST_DIGITS, -Math.log10(error.doubleValue()));
  }

  private static String text(double digits) {
    return String.format(Locale.ROOT, "%.1f", digits);
  }

  private static void line(StringBuilder table, String... cells) {
    table.append(String.format(Locale.ROOT, "%-14s %-10s %6s %10s %6s%n", (Object[]) cells));
  }

  private static DataSet read(String set) throws IOException {
    List<double[]> rows = new ArrayList<>();
    Map<String, BigDecimal> certified = new TreeMap<>();
    try (InputStream resource =
        RegressionNistTest.class.getResourceAsStream("/nist/" + set + ".txt")) {
      String text = new String(resource.readAllBytes(), StandardCharsets.US_ASCII);
      for (String line : text.lines().toList()) {
        List<String> words = List.of(line.split(" ", -1));
        if (words.get(0).equals("#")) {
          if (words.size() == 4 && words.get(1).equals("certified")) {
            certified.put(words.get(2), new BigDecimal(words.get(3)));
          }
        } else {
          rows.add(words.stream().mapToDouble(Double::parseDouble).toArray());
        }
      }
    }
    return new DataSet(rows, certified);
  }
}
