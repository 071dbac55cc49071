/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.UserError;

/** Generated rows: keys are computed from the number of a row, values are drawn. */
final class GeneratedRows implements DataRows {
  private static final String NUMBER = "-?\\d{1,12}(?:\\.\\d{1,9})?";
  private static final Pattern OF_ROW = Pattern.compile("row((?:[/%*+-]\\d{1,18})*)");
  private static final Pattern STEP = Pattern.compile("([/%*+-])(\\d+)");
  private static final Pattern DRAWN =
      Pattern.compile("(int|uniform|normal):(%s):(%s)".formatted(NUMBER, NUMBER));
  private static final String FORMS =
      "row, with /N, %N, *N, +N or -N behind it (N whole, and at least 1 behind / and %),"
          + " int:FROM:TO, uniform:FROM:TO (FROM below TO) or normal:MEAN:DEVIATION, numbers of at most"
          + " 12 digits before the point";

  private final String text;
  private final List<String> columns = new ArrayList<>();
  private final List<Generator> generators = new ArrayList<>();
  private final long count;
  private final long seed;

  /** Makes the cell of a row. */
  private interface Generator {
    Object cell(long row, SplittableRandom random);
  }

  private GeneratedRows(String text, long count, long seed) {
    this.text = text;
    this.count = count;
    this.seed = seed;
  }

  /**
   * Reads what columns there are.
   *
   * @param text such as {@code sensor=row/1000,at=row%1000,value=normal:20:5}
   * @throws UserError if it cannot be read
   */
  static GeneratedRows of(String text, long count, long seed) {
    GeneratedRows rows = new GeneratedRows(text, count, seed);
    for (String column : text.split(",", -1)) {
      String[] parts = column.strip().split("=", 2);
      if (parts.length < 2 || !parts[0].strip().matches("\\w+")) {
        throw new UserError(
            "--generate: \"%s\" is no column: expected NAME=VALUES, where VALUES are %s"
                .formatted(column.strip(), FORMS));
      }
      if (rows.column(parts[0].strip()) >= 0) {
        throw new UserError("--generate has more than one column \"%s\"".formatted(parts[0]));
      }
      rows.generators.add(generator(parts[1].strip()));
      rows.columns.add(parts[0].strip());
    }
    return rows;
  }

  private static Generator generator(String values) {
    Matcher ofRow = OF_ROW.matcher(values);
    if (ofRow.matches()) {
      List<Step> steps = steps(ofRow.group(1));
      return (row, random) -> {
        long number = row;
        try {
          for (Step step : steps) {
            number = step.of(number);
          }
          return number;
        } catch (ArithmeticException tooLarge) {
          throw new UserError(
              "--generate: \"%s\" of row %d is no bigint: expected smaller factors"
                  .formatted(values, row),
              tooLarge);
        }
      };
    }
    Matcher drawn = DRAWN.matcher(values);
    if (!drawn.matches()) {
      throw wrong(values);
    }
    double first = Double.parseDouble(drawn.group(2));
    double second = Double.parseDouble(drawn.group(3));
    if (drawn.group(1).equals("normal")) {
      return (row, random) -> first + second * random.nextGaussian();
    }
    if (first >= second) {
      throw wrong(values);
    }
    return drawn.group(1).equals("int")
        ? (row, random) -> random.nextLong((long) first, (long) second + 1)
        : (row, random) -> random.nextDouble(first, second);
  }

  private static UserError wrong(String values) {
    return new UserError("--generate: expected %s, found \"%s\"".formatted(FORMS, values));
  }

  private record Step(char sign, long operand) {
    long of(long number) {
      return switch (sign) {
        case '/' -> number / operand;
        case '%' -> number % operand;
        case '*' -> Math.multiplyExact(number, operand);
        case '+' -> Math.addExact(number, operand);
        default -> Math.subtractExact(number, operand);
      };
    }
  }

  private static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(text);
    while (matcher.find()) {
      Step step = new Step(matcher.group(1).charAt(0), Long.parseLong(matcher.group(2)));
      if (step.operand == 0 && (step.sign == '/' || step.sign == '%')) {
        throw wrong("row" + text);
      }
      steps.add(step);
    }
    return steps;
  }

  @Override
  public String name() {
    return "--generate";
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public String checksum() {
    return text;
  }

  @Override
  public String place(DataRow row) {
    return "generated row " + row.number();
  }

  @Override
  public void each(Consumer<DataRow> action) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long row = 0; row < count; row++) {
      List<String> cells = new ArrayList<>(generators.size());
      for (Generator generator : generators) {
        cells.add(generator.cell(row, random).toString());
      }
      action.accept(new DataRow(row, cells));
    }
  }
}
