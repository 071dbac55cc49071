/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.PrintWriter;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.cassandrastats.client.StatsRow;

/** A header and a line for each row, as RFC 4180 has it; what fails before writes nothing. */
final class CsvPrinter implements RowPrinter {
  private final PrintWriter out;
  private boolean begun;

  CsvPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(StatsRow row) {
    begin(row.names());
    out.println(
        CSVFormat.DEFAULT.format(
            row.values().stream().map(value -> value == null ? "" : Shown.text(value)).toArray()));
  }

  private void begin(List<String> columns) {
    if (!begun) {
      begun = true;
      out.println(CSVFormat.DEFAULT.format(columns.toArray()));
    }
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void complete(List<String> columns) {
    begin(columns);
  }
}
