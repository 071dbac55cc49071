/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.JsonProcess;
import org.cassandrastats.cli.console.UserError;

/** Copies of the records outside of Cassandra, which DuckDB reads in a process of Python. */
final class RecordCopies implements AutoCloseable {
  static final Dimension<Copy> COPY = new Dimension<>("copy");

  private static final String PROGRAM = "copies.py";

  private final JsonProcess process;
  private final String versions;
  private final Map<TableCase.Size, Loaded> loaded = new HashMap<>();

  /** Where records are besides Cassandra. */
  enum Copy {
    PARQUET("Parquet (zstd), read by DuckDB"),
    DUCKDB("a table of DuckDB in memory");

    private final String label;

    Copy(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /**
   * Starts Python.
   *
   * @param python which has the packages {@code duckdb}, {@code pyarrow} and {@code numpy}
   * @throws UserError if it has not
   */
  RecordCopies(Path python) {
    process =
        new JsonProcess(
            "Python with DuckDB",
            directory ->
                new ProcessBuilder(
                    python.toString(),
                    JsonProcess.program(RecordCopies.class, PROGRAM, directory).toString(),
                    directory.toString()));
    versions = process.read(Answer.class).message();
  }

  String versions() {
    return versions;
  }

  /**
   * Copies records.
   *
   * @throws UserError if that fails
   */
  void load(TableCase.Size size, Records records, RecordAnswers answers) {
    String table = "records_%d_%d".formatted(size.records(), size.columns());
    Path file = process.directory().resolve(table + ".tsv");
    Map<String, String> columns = new LinkedHashMap<>();
    for (Column column : records.columns()) {
      // The types of CQL are types of DuckDB, too.
      columns.put(column.name(), column.kind().cql());
    }
    try {
      write(records, file);
      Answer answer =
          process.send(
              new Request(
                  "LOAD", table, null, null, columns, file.toString(), null, null, null, null),
              Answer.class);
      if (answer.error() != null) {
        throw new UserError("DuckDB: %s: %s".formatted(answer.error(), answer.message()));
      }
      loaded.put(size, new Loaded(table, records, answers, answer.rows().get(0).get(0)));
      Files.delete(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void write(Records records, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int row = 0; row < records.count(); row++) {
        String between = "";
        for (Column column : records.columns()) {
          out.write(between);
          out.write(column.value(row).toString());
          between = "\t";
        }
        out.newLine();
      }
    }
  }

  /** Asks, and checks the answer. */
  Attempt ask(Copy copy, TableCase.Size size, StoredRecords.Question question) {
    Loaded of = loaded.get(size);
    Answer answer =
        process.send(
            new Request(
                "ASK",
                of.table,
                copy.name(),
                question.name(),
                null,
                null,
                of.name(Records.TONE),
                of.name(Records.GROUP),
                of.name(Records.EVENT_CODE),
                of.answers.filter()),
            Answer.class);
    if (answer.error() != null) {
      return Attempt.failed(0, answer.error(), answer.message());
    }
    Attempt attempt = Attempt.of(answer.seconds(), of.check(question, answer));
    return copy == Copy.PARQUET ? attempt.with(LayoutCells.BYTES, of.bytes) : attempt;
  }

  @Override
  public void close() {
    process.close();
  }

  /** Records that the process has. */
  private record Loaded(String table, Records records, RecordAnswers answers, double bytes) {
    String name(int column) {
      return records.column(column).name();
    }

    Optional<String> check(StoredRecords.Question question, Answer answer) {
      List<Double> first = answer.rows().get(0);
      return switch (question) {
        case COUNT -> answers.checkCount(first.get(0).longValue());
        case GROUPED -> {
          Map<String, RecordAnswers.Summary> groups = new HashMap<>();
          for (int row = 0; row < answer.keys().size(); row++) {
            groups.put(answer.keys().get(row), summary(answer.rows().get(row)));
          }
          yield answers.checkGroups(groups);
        }
        case FILTERED -> answers.checkFiltered(summary(first));
        default -> answers.checkAverage(summary(first));
      };
    }

    private static RecordAnswers.Summary summary(List<Double> row) {
      RecordAnswers.Summary summary = new RecordAnswers.Summary();
      boolean hasEnds = row.size() > 2;
      summary.add(
          row.get(0).longValue(), row.get(1), hasEnds ? row.get(2) : 0, hasEnds ? row.get(3) : 0);
      return summary;
    }
  }

  private record Request(
      String task,
      String table,
      String copy,
      String question,
      Map<String, String> columns,
      String file,
      String value,
      String group,
      String filtered,
      String filter) {}

  /**
   * What the process says.
   *
   * @param keys of the groups, where it was asked for some
   * @param error the kind of an error; null without
   * @param message of the error, or the versions at the beginning
   */
  private record Answer(
      double seconds, List<String> keys, List<List<Double>> rows, String error, String message) {}
}
