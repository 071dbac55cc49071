/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;

/**
 * Reads the numbers of one column of a CSV file: comma-separated, UTF-8, with a header; compressed
 * with gzip if its name ends in .gz. Empty lines and empty cells are skipped and counted.
 */
public final class CsvColumn {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(false).get();

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
    index = NO_COLUMN;
    size = 0;
    emptyLines = 0;
    emptyCells = 0;
    try (Reader text = open();
        CSVParser parser = FORMAT.parse(text)) {
      for (CSVRecord line : parser) {
        add(line, parser.getCurrentLineNumber());
      }
      return series(console);
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    } catch (UncheckedIOException unreadable) {
      throw unreadable(unreadable.getCause());
    }
  }

  private Reader open() throws IOException {
    if (Files.isDirectory(file)) {
      throw new UserError(file + " is a directory: expected a CSV file");
    }
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
      // A decoder made by name reports what it cannot decode.
      return new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder());
    } catch (IOException failed) {
      bytes.close();
      throw failed;
    }
  }

  private UserError unreadable(IOException problem) {
    String why;
    if (problem instanceof NoSuchFileException) {
      why = "there is no such file";
    } else if (problem instanceof ZipException) {
      why =
          "its name ends in .gz, but it is not a gzip file (%s). If it is not compressed, rename it"
              .formatted(problem.getMessage());
    } else if (problem instanceof EOFException) {
      why = "it ends too early; is it cut off?";
    } else if (problem instanceof CharacterCodingException) {
      why = "it is not UTF-8 text. If it is compressed with gzip, its name must end in .gz";
    } else {
      why = problem.toString();
    }
    return new UserError("Cannot read " + file + ": " + why, problem);
  }

  /**
   * Takes a record.
   *
   * @param lineNumber of its last line
   */
  private void add(CSVRecord line, long lineNumber) {
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

  private DemoSeries series(Console console) {
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
    return new DemoSeries(
        column, "column " + column + " of " + file.getFileName(), Arrays.copyOf(values, size));
  }
}
