/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;

/** Collects the numbers of one column while a CSV file is read record by record. */
final class ColumnValues {
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final int NO_COLUMN = -1;

  private final Path file;
  private final String column;
  private int index = NO_COLUMN;
  private int columns;
  private double[] values = new double[1024];
  private int size;
  private int emptyLines;
  private int emptyCells;

  ColumnValues(Path file, String column) {
    this.file = file;
    this.column = column;
  }

  /**
   * Takes a record.
   *
   * @param lineNumber of its last line
   */
  void add(CSVRecord line, long lineNumber) {
    if (line.size() == 1 && line.get(0).isBlank()) {
      emptyLines++;
    } else if (index == NO_COLUMN) {
      readHeader(line.toList());
    } else if (line.size() != columns) {
      throw new UserError(
          "%s, line %d: found %d cells, expected %d as in the header"
              .formatted(file, lineNumber, line.size(), columns));
    } else if (line.get(index).isBlank()) {
      emptyCells++;
    } else {
      append(number(line.get(index).strip(), lineNumber));
    }
  }

  private void readHeader(List<String> cells) {
    List<String> names =
        cells.stream().map(name -> name.replace(BYTE_ORDER_MARK, "").strip()).toList();
    index = names.indexOf(column);
    columns = names.size();
    if (index == NO_COLUMN) {
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

  Series series(Console console) {
    if (index == NO_COLUMN) {
      throw new UserError(file + " is empty: expected a header and rows");
    }
    if (size == 0) {
      throw new UserError("%s has no values in the column \"%s\"".formatted(file, column));
    }
    if (emptyLines + emptyCells > 0) {
      console.say(
          "Skipped %d empty lines and %d empty cells of %s."
              .formatted(emptyLines, emptyCells, file));
    }
    return new Series(
        column, "column " + column + " of " + file.getFileName(), Arrays.copyOf(values, size));
  }
}
