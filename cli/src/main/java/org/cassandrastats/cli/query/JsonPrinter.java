/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.cassandrastats.client.StatsRow;

/** An array of objects. It begins with its first row, so that what fails before writes nothing. */
final class JsonPrinter implements RowPrinter {
  private final PrintWriter out;
  private JsonGenerator generator;

  JsonPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(StatsRow row) {
    try {
      begin();
      generator.writeStartObject();
      for (int column = 0; column < row.values().size(); column++) {
        generator.writePOJOField(row.names().get(column), Shown.json(row.get(column)));
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
