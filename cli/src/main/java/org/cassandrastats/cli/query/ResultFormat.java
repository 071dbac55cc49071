/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.PrintWriter;
import java.util.Locale;
import org.cassandrastats.client.internal.cql.Select;
import picocli.CommandLine.Model.CommandSpec;

/** How a result is written. */
enum ResultFormat {
  /** For people. */
  TABLE,
  /** An array of objects. */
  JSON,
  /** A header and a line for each row, as RFC 4180 has it. */
  CSV,
  /** Lines over time and bars, drawn in the terminal. */
  CHART,
  /** A page with the same pictures as SVG and the numbers beneath. */
  HTML;

  /**
   * What writes to the output of a command.
   *
   * @param statement what was asked
   * @param select the same, read
   */
  RowPrinter printer(CommandSpec spec, String statement, Select select) {
    PrintWriter out = spec.commandLine().getOut();
    return switch (this) {
      case TABLE -> new RowPrinter.Table(out);
      case JSON -> new RowPrinter.Json(out);
      case CSV -> new RowPrinter.Csv(out);
      case CHART -> PicturePrinter.chart(spec, select);
      case HTML -> PicturePrinter.html(spec, select, statement);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
