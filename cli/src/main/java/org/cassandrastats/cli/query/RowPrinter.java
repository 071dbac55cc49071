/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVFormat;
import org.cassandrastats.cli.console.ResultValues;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.run.RowList;

/** Writes the rows of a result, as they come where the format allows that. */
interface RowPrinter extends Consumer<StatsRow> {
  /** Writes what was printed so far. */
  void flush();

  /** The result is complete, and has these columns. */
  void complete(List<String> columns);

  /** A header and a line for each row, as RFC 4180 has it; what fails before writes nothing. */
  final class Csv implements RowPrinter {
    private final PrintWriter out;
    private boolean begun;

    Csv(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void accept(StatsRow row) {
      begin(row.names());
      out.println(
          CSVFormat.DEFAULT.format(
              row.values().stream()
                  .map(value -> value == null ? "" : ResultValues.text(value))
                  .toArray()));
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

  /**
   * An array of objects. It begins with its first row, so that what fails before writes nothing.
   */
  final class Json implements RowPrinter {
    private final PrintWriter out;
    private JsonGenerator generator;

    Json(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void accept(StatsRow row) {
      try {
        begin();
        generator.writeStartObject();
        for (int column = 0; column < row.values().size(); column++) {
          generator.writePOJOField(row.names().get(column), ResultValues.json(row.get(column)));
        }
        generator.writeEndObject();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    private void begin() throws IOException {
      if (generator == null) {
        generator = new ObjectMapper().createGenerator(out);
        generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        generator.writeStartArray();
      }
    }

    @Override
    public void flush() {
      try {
        if (generator != null && !generator.isClosed()) {
          generator.flush();
        }
        out.flush();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public void complete(List<String> columns) {
      try {
        begin();
        generator.writeEndArray();
        generator.close();
        out.println();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  /** A table, whose columns are as wide as their widest value: it waits for the last row. */
  final class Table implements RowPrinter {
    private final PrintWriter out;
    private final RowList rows = new RowList();

    Table(PrintWriter out) {
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
        header.add(columns.get(column) + (ResultValues.isNumeric(rows.rows(), column) ? "#" : ""));
      }
      out.println(Tables.of(header, ResultValues.texts(rows.rows())));
    }
  }
}
