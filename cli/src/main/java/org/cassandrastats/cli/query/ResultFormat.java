/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.PrintWriter;
import java.util.Locale;

/** How a result is written. */
enum ResultFormat {
  /** For people. */
  TABLE {
    @Override
    RowPrinter printer(PrintWriter out) {
      return new TablePrinter(out);
    }
  },
  /** An array of objects. */
  JSON {
    @Override
    RowPrinter printer(PrintWriter out) {
      return new JsonPrinter(out);
    }
  },
  /** A header and a line for each row, as RFC 4180 has it. */
  CSV {
    @Override
    RowPrinter printer(PrintWriter out) {
      return new CsvPrinter(out);
    }
  };

  abstract RowPrinter printer(PrintWriter out);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
