/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.client.run.RowList;

/** A table, whose columns are as wide as their widest value: it waits for the last row. */
final class TablePrinter implements RowPrinter {
  private final PrintWriter out;
  private final RowList rows = new RowList();

  TablePrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(StatsRow row) {
    rows.accept(row);
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void complete(List<String> columns) {
    List<String> header = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      header.add(columns.get(column) + (isNumeric(column) ? "#" : ""));
    }
    out.println(
        Tables.of(
            header,
            rows.rows().stream()
                .map(row -> row.values().stream().map(Shown::text).toList())
                .toList()));
  }

  private boolean isNumeric(int column) {
    return rows.rows().stream().anyMatch(row -> row.get(column) instanceof Number);
  }
}
