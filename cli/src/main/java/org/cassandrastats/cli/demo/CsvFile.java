/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
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
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.cli.console.UserError;

/**
 * A CSV file: comma-separated, UTF-8, with a header; compressed with gzip if its name ends in .gz.
 * Empty lines are skipped.
 */
public record CsvFile(Path file) {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(false).get();

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** Takes what is in a file. */
  public interface Rows {
    /** Takes the names of the columns, once and first. */
    void header(List<String> names);

    /**
     * Takes a row, with a cell for each column.
     *
     * @param line the number of its last line
     */
    void row(List<String> cells, long line);
  }

  /**
   * Reads all rows.
   *
   * @return how many empty lines were skipped
   * @throws UserError if the file cannot be read, is empty, or has a row with too few or too many
   *     cells
   */
  public int read(Rows rows) {
    int emptyLines = 0;
    int columns = 0;
    try (Reader text = open();
        CSVParser parser = FORMAT.parse(text)) {
      for (CSVRecord line : parser) {
        if (line.size() == 1 && line.get(0).isBlank()) {
          emptyLines++;
        } else if (columns == 0) {
          columns = line.size();
          rows.header(line.stream().map(String::strip).toList());
        } else if (line.size() == columns) {
          rows.row(line.toList(), parser.getCurrentLineNumber());
        } else {
          throw new UserError(
              "%s, line %d: found %d cells, expected %d as in the header"
                  .formatted(file, parser.getCurrentLineNumber(), line.size(), columns));
        }
      }
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    } catch (UncheckedIOException unreadable) {
      throw unreadable(unreadable.getCause());
    }
    if (columns == 0) {
      throw new UserError(file + " is empty: expected a header and rows");
    }
    return emptyLines;
  }

  private Reader open() throws IOException {
    if (Files.isDirectory(file)) {
      throw new UserError(file + " is a directory: expected a CSV file");
    }
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
      // A decoder made by name reports what it cannot decode.
      Reader text =
          new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()));
      text.mark(1);
      if (text.read() != BYTE_ORDER_MARK) {
        text.reset();
      }
      return text;
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
