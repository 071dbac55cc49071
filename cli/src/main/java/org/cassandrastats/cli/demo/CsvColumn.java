/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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

  private final Path file;
  private final String column;

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
  public Series read(Console console) {
    try (Reader text = open();
        CSVParser parser = FORMAT.parse(text)) {
      ColumnValues values = new ColumnValues(file, column);
      for (CSVRecord line : parser) {
        values.add(line, parser.getCurrentLineNumber());
      }
      return values.series(console);
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
}
