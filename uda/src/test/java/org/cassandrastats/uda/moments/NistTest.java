/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

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
import java.util.Random;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.api.Test;

/**
 * Correct digits on the univariate sets of the NIST Statistical Reference Datasets, and on a column
 * that is hard for one-pass methods. The table is printed and written to target/nist.txt.
 *
 * <p>Digits are the logarithm of the relative error, LRE = -log10(|x - c| / |c|), at most 17 here.
 * Against the certified values the inputs count too: 10000000.2 is not a double.
 */
class NistTest {
  private static final List<String> SETS =
      List.of(
          "PiDigits",
          "Lottery",
          "Lew",
          "Mavro",
          "Michelso",
          "NumAcc1",
          "NumAcc2",
          "NumAcc3",
          "NumAcc4");
  private static final int PARTS = 100;
  private static final int MOST_DIGITS = 17;
  private static final double MEAN_DIGITS = 14;
  private static final double DEVIATION_DIGITS = 11;
  private static final long SEED = 9;

  private record Column(
      String name, List<Double> values, BigDecimal certifiedMean, BigDecimal certifiedDeviation) {}

  @Test
  void should_keep_the_digits_of_the_reference_sets() throws IOException {
    List<Column> columns = new ArrayList<>();
    for (String set : SETS) {
      columns.add(read(set));
    }
    columns.add(noise());

    StringBuilder table = new StringBuilder();
    line(table, "", "", "exact, same doubles", "", "certified", "");
    line(table, "set", "way", "mean", "stddev", "mean", "stddev");
    List<String> misses = new ArrayList<>();
    for (Column column : columns) {
      double[] values = column.values.stream().mapToDouble(Double::doubleValue).toArray();
      ExactMoments exact = new ExactMoments(values);
      row(table, misses, column, exact, "one pass", MomentsOfColumns.state(values));
      row(table, misses, column, exact, PARTS + " parts", MomentsOfColumns.merged(values, PARTS));
    }
    System.out.println(table);
    Files.writeString(Path.of("target", "nist.txt"), table);

    assertThat(misses).as(table.toString()).isEmpty();
  }

  private static void row(
      StringBuilder table,
      List<String> misses,
      Column column,
      ExactMoments exact,
      String way,
      ByteBuffer state) {
    double mean = digits(Moments.mean(state), exact.mean);
    double deviation = digits(Moments.stddev(state), exact.deviation());
    line(
        table,
        column.name,
        way,
        text(mean),
        text(deviation),
        column.certifiedMean == null
            ? "-"
            : text(digits(Moments.mean(state), column.certifiedMean)),
        column.certifiedDeviation == null
            ? "-"
            : text(digits(Moments.stddev(state), column.certifiedDeviation)));
    if (mean < MEAN_DIGITS || deviation < DEVIATION_DIGITS) {
      misses.add(column.name + ", " + way);
    }
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
    table.append(String.format(Locale.ROOT, "%-26s %-10s %20s %8s %12s %8s%n", (Object[]) cells));
  }

  private static Column noise() {
    Random random = new Random(SEED);
    List<Double> values = new ArrayList<>();
    for (int row = 0; row < 20_000; row++) {
      values.add(1e9 + 1e-3 * random.nextGaussian());
    }
    return new Column("1e9 + 1e-3 noise, seed " + SEED, values, null, null);
  }

  private static Column read(String set) throws IOException {
    BigDecimal mean = null;
    BigDecimal deviation = null;
    List<Double> values = new ArrayList<>();
    try (InputStream resource = NistTest.class.getResourceAsStream("/nist/" + set + ".txt")) {
      String text = new String(resource.readAllBytes(), StandardCharsets.US_ASCII);
      for (String line : text.lines().toList()) {
        if (line.startsWith("# certified mean ")) {
          mean = new BigDecimal(line.substring("# certified mean ".length()));
        } else if (line.startsWith("# certified standard deviation ")) {
          deviation = new BigDecimal(line.substring("# certified standard deviation ".length()));
        } else if (!line.startsWith("#")) {
          values.add(Double.valueOf(line));
        }
      }
    }
    return new Column(set, values, mean, deviation);
  }
}
