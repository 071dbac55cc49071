/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;

/**
 * Reads the numbers of one column of a CSV file: comma-separated, UTF-8, with a header; compressed
 * with gzip if its name ends in .gz. Empty lines and empty cells are skipped and counted.
 */
public final class CsvColumn {
  private final Path file;
  private final String column;
  private int index;
  private double[] values = new double[1024];
  private int size;
  private int emptyLines;
  private int emptyCells;

  /** The column of the given name in a file. */
  public CsvColumn(Path file, String column) {
    this.file = file;
    this.column = column;
  }

  /**
   * Reads the whole column.
   *
   * @throws UserError if the file cannot be read, has no such column, no values in it, or one that
   *     is not a number
   */
  public DemoSeries read(Console console) {
    size = 0;
    emptyCells = 0;
    emptyLines =
        new CsvFile(file)
            .read(
                new CsvFile.Rows() {
                  @Override
                  public void header(List<String> names) {
                    find(names);
                  }

                  @Override
                  public void row(List<String> cells, long line) {
                    add(cells.get(index), line);
                  }
                });
    return series(console);
  }

  private void add(String cell, long line) {
    if (cell.isBlank()) {
      emptyCells++;
    } else {
      append(number(cell.strip(), line));
    }
  }

  private void find(List<String> names) {
    index = names.indexOf(column);
    if (index < 0) {
      throw new UserError(
          "%s has no column \"%s\". Its columns: %s"
              .formatted(file, column, String.join(", ", names)));
    }
    if (names.lastIndexOf(column) != index) {
      throw new UserError("%s has more than one column \"%s\"".formatted(file, column));
    }
  }

  private double number(String text, long lineNumber) {
    double value;
    try {
      // Takes numbers only, where Double.parseDouble also takes NaN, 1d and 0x1p3.
      value = new BigDecimal(text).doubleValue();
    } catch (NumberFormatException notNumeric) {
      throw new UserError(
          "%s, line %d: \"%s\" in the column \"%s\" is not a number"
              .formatted(file, lineNumber, text, column),
          notNumeric);
    }
    if (Double.isInfinite(value)) {
      throw new UserError(
          "%s, line %d: %s in the column \"%s\" is beyond the range of a double"
              .formatted(file, lineNumber, text, column));
    }
    return value;
  }

  private void append(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  private DemoSeries series(Console console) {
    if (size == 0) {
      throw new UserError("%s has no values in the column \"%s\"".formatted(file, column));
    }
    if (emptyLines + emptyCells > 0) {
      console.say(
          "Skipped %d empty lines and %d empty cells of %s."
              .formatted(emptyLines, emptyCells, file));
    }
    return new DemoSeries(
        column, "column " + column + " of " + file.getFileName(), Arrays.copyOf(values, size));
  }
}
