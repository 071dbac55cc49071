/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.demo.CsvFile;

/** The rows of a CSV file, which is read anew each time: it may be larger than the memory. */
final class CsvRows implements DataRows {
  private final Path file;
  private final CRC32 checksum = new CRC32();
  private List<String> columns = List.of();
  private long count;

  private CsvRows(Path file) {
    this.file = file;
  }

  /**
   * Reads a file once.
   *
   * @throws UserError if it cannot be read, has no rows, or has two columns of one name
   */
  static CsvRows of(Path file) {
    CsvRows rows = new CsvRows(file);
    new CsvFile(file)
        .read(
            new CsvFile.Rows() {
              @Override
              public void header(List<String> names) {
                rows.columns = names;
                rows.update(names);
              }

              @Override
              public void row(List<String> cells, long line) {
                rows.count++;
                rows.update(cells);
              }
            });
    if (rows.count == 0) {
      throw new UserError(file + " has a header and no rows: expected rows to be inserted");
    }
    for (String name : rows.columns) {
      if (rows.columns.stream().filter(name::equalsIgnoreCase).count() > 1) {
        throw new UserError("%s has more than one column \"%s\"".formatted(file, name));
      }
    }
    return rows;
  }

  private void update(List<String> cells) {
    checksum.update(String.join("\0", cells).getBytes(StandardCharsets.UTF_8));
    checksum.update('\n');
  }

  @Override
  public String name() {
    return file.toString();
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
    return "%08x".formatted(checksum.getValue());
  }

  @Override
  public String place(DataRow row) {
    return "%s, line %d".formatted(file, row.number());
  }

  @Override
  public void each(Consumer<DataRow> action) {
    new CsvFile(file)
        .read(
            new CsvFile.Rows() {
              @Override
              public void header(List<String> names) {
                if (!names.equals(columns)) {
                  throw new UserError(file + " has changed while it was read");
                }
              }

              @Override
              public void row(List<String> cells, long line) {
                action.accept(new DataRow(line, cells));
              }
            });
  }
}
