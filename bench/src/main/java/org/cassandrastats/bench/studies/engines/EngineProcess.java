/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.JsonProcess;
import org.cassandrastats.cli.console.UserError;

/** DuckDB and ClickHouse in a process of Python, which keeps copies of rows in its directory. */
final class EngineProcess implements AutoCloseable {
  private static final String PROGRAM = "engines.py";

  private final JsonProcess process;
  private final String versions;

  /**
   * Starts Python and waits until it has loaded the engines.
   *
   * @param python which has the packages {@code duckdb}, {@code chdb} and {@code pyarrow}
   * @throws UserError if it has not
   */
  EngineProcess(String python) {
    process =
        new JsonProcess(
            "Python with DuckDB and ClickHouse",
            directory ->
                new ProcessBuilder(
                    python,
                    JsonProcess.program(EngineProcess.class, PROGRAM, directory).toString(),
                    directory.toString()));
    versions = process.read(EngineAnswer.class).message();
  }

  /** The versions of the engines. */
  String versions() {
    return versions;
  }

  /**
   * Copies rows into each engine: row i is in the sensor i modulo the number of partitions, plus 1.
   *
   * @return the bytes that {@link EnginesReport.Stored#copies} take for them
   * @throws UserError if an engine cannot
   */
  List<Double> load(String table, ExactColumn column, int rows, int partitions) {
    Path values = process.directory().resolve("values");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(values)))) {
      for (int row = 0; row < rows; row++) {
        out.writeDouble(column.value(row));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    EngineAnswer answer =
        process.send(
            new Request("LOAD", null, table, partitions, values.toString(), null, null),
            EngineAnswer.class);
    if (answer.isFailed()) {
      throw new UserError("%s: %s".formatted(answer.error(), answer.message()));
    }
    return answer.values();
  }

  /**
   * Asks an engine.
   *
   * @param engine the name of its access path
   * @param where which rows, and how they are grouped
   * @return the numbers of all rows, one after the other
   */
  EngineAnswer ask(String engine, String table, String select, String where) {
    return process.send(
        new Request("ASK", engine, table, 0, null, select, where), EngineAnswer.class);
  }

  @Override
  public void close() {
    process.close();
  }

  private record Request(
      String task,
      String engine,
      String table,
      int partitions,
      String values,
      String select,
      String where) {}
}
