/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.chart.HtmlPage;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Statements.Statement;
import picocli.CommandLine.Model.CommandSpec;

/** The results of one query, or of several under their names. */
final class QueryReport {
  private final CommandSpec spec;
  private final PrintWriter out;
  private final ResultFormat format;
  private final boolean named;
  private final List<HtmlPage.Section> sections = new ArrayList<>();
  private boolean begun;

  /**
   * Writes to the output of a command.
   *
   * @param named whether there are several results, each under its name
   */
  QueryReport(CommandSpec spec, ResultFormat format, boolean named) {
    this.spec = spec;
    this.out = spec.commandLine().getOut();
    this.format = format;
    this.named = named;
  }

  /**
   * Begins the result of a query, and gives what writes its rows.
   *
   * @param select the query, read
   */
  RowPrinter begin(Statement query, Select select) {
    if (named) {
      heading(query.name());
    }
    begun = true;
    return switch (format) {
      case TABLE -> new RowPrinter.Table(out);
      case JSON -> new RowPrinter.Json(out);
      case CSV -> new RowPrinter.Csv(out);
      case CHART -> PicturePrinter.chart(spec, select);
      case HTML ->
          PicturePrinter.html(spec, select, named ? query.name() : "", query.cql(), sections::add);
    };
  }

  private void heading(String name) {
    switch (format) {
      case TABLE, CHART -> out.println((begun ? System.lineSeparator() : "") + name);
      case JSON ->
          out.print(
              "%s\"%s\":"
                  .formatted(
                      begun ? "," : "{",
                      new String(JsonStringEncoder.getInstance().quoteAsString(name))));
      case CSV, HTML -> {
        // CSV is of one result; a page is written when it is complete.
      }
    }
  }

  /** All results are complete. */
  void complete() {
    if (format == ResultFormat.HTML) {
      out.print(HtmlPage.of(sections));
    } else if (format == ResultFormat.JSON && named) {
      out.println("}");
    }
    out.flush();
  }
}
