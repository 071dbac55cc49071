/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Spread;

/** The columns of a table with a row for each of some cells. */
public final class ReportColumns {
  private static final String RIGHT = "#";

  private final Results results;
  private final Consumer<Table> reader;
  private final List<String> header = new ArrayList<>();
  private final List<Function<Cell, ?>> values = new ArrayList<>();

  /**
   * No columns yet.
   *
   * @param reader of the table
   */
  ReportColumns(Results results, Consumer<Table> reader) {
    this.results = results;
    this.reader = reader;
  }

  /** The values of some dimensions, under their names. */
  public ReportColumns by(Dimension<?>... dimensions) {
    for (Dimension<?> dimension : dimensions) {
      text(dimension.name(), cell -> cell.get(dimension));
    }
    return this;
  }

  /** A text. */
  public ReportColumns text(String title, Function<Cell, ?> value) {
    header.add(title);
    values.add(value);
    return this;
  }

  /** A text that is aligned right. */
  public ReportColumns right(String title, Function<Cell, ?> value) {
    return text(title + RIGHT, value);
  }

  /** A whole number with separators. */
  public ReportColumns count(String title, ToDoubleFunction<Cell> value) {
    return right(title, cell -> Numbers.whole(value.applyAsDouble(cell)));
  }

  /** A number of three significant digits. */
  public ReportColumns number(String title, ToDoubleFunction<Cell> value) {
    return right(title, cell -> Numbers.rounded(value.applyAsDouble(cell)));
  }

  /** A median, and its spread in the next column. */
  public ReportColumns spread(String title, Function<Cell, Spread> value) {
    return number(title, cell -> value.apply(cell).median())
        .right("spread", cell -> Numbers.spread(value.apply(cell)));
  }

  /** The seconds that the client waited. */
  public ReportColumns client(String title) {
    return spread(title, results::client);
  }

  /** The median of a number that was measured besides the time. */
  public ReportColumns median(String title, String number) {
    return number(title, cell -> results.median(cell, number));
  }

  /** The time of the client and of the server in the run that was traced. */
  public ReportColumns traced() {
    return number("traced: client s", cell -> results.tracedClient(cell).orElse(Double.NaN))
        .server("server s");
  }

  /** The time of the server in the run that was traced. */
  public ReportColumns server(String title) {
    return number(title, cell -> results.server(cell).orElse(Double.NaN));
  }

  /** What has failed. */
  public ReportColumns failed() {
    return text("failed", results::failures);
  }

  /** Makes the table, with a row for each cell. */
  public void of(List<Cell> cells) {
    reader.accept(
        new Table(
            header,
            cells.stream()
                .map(cell -> values.stream().map(value -> value.apply(cell).toString()).toList())
                .toList()));
  }
}
