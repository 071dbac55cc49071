/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * All runs of a study as CSV, compressed by gzip: a column for each dimension of the cells, those
 * of how the run ended, and a column for each further number. What a run does not have is empty.
 */
public final class RunsFile {
  private static final List<String> OUTCOME =
      List.of("run", "traced", "seconds", "server_seconds", "outcome", "error", "message");
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private RunsFile() {}

  /** Writes runs in their order; numbers keep all of their digits. */
  public static void write(Path file, List<MeasuredRun> runs) throws IOException {
    Set<String> dimensions = new LinkedHashSet<>();
    Set<String> numbers = new TreeSet<>();
    for (MeasuredRun run : runs) {
      dimensions.addAll(run.cell().keySet());
      numbers.addAll(run.attempt().numbers().keySet());
    }
    try (CSVPrinter csv =
        new CSVPrinter(
            new BufferedWriter(
                new OutputStreamWriter(
                    new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)),
            FORMAT)) {
      List<Object> header = new ArrayList<>(dimensions);
      header.addAll(OUTCOME);
      header.addAll(numbers);
      csv.printRecord(header);
      for (MeasuredRun run : runs) {
        Attempt attempt = run.attempt();
        List<Object> record = new ArrayList<>();
        dimensions.forEach(name -> record.add(run.cell().get(name)));
        record.add(run.run());
        record.add(run.traced());
        record.add(attempt.seconds());
        record.add(attempt.serverSeconds());
        record.add(attempt.outcome().name().toLowerCase(Locale.ROOT));
        record.add(attempt.error());
        record.add(attempt.message());
        numbers.forEach(name -> record.add(attempt.numbers().get(name)));
        csv.printRecord(record);
      }
    }
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IOException if the file is not there, not compressed by gzip, or not one of runs
   */
  public static List<MeasuredRun> read(Path file) throws IOException {
    try (Reader csv =
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8)) {
      List<CSVRecord> records = FORMAT.parse(csv).getRecords();
      List<String> header = records.isEmpty() ? List.of() : records.get(0).toList();
      int outcome = Collections.indexOfSubList(header, OUTCOME);
      if (outcome < 0) {
        throw new IOException(
            "%s is not a file of runs: it has no columns %s".formatted(file, OUTCOME));
      }
      return records.stream().skip(1).map(record -> run(header, record, outcome)).toList();
    }
  }

  private static MeasuredRun run(List<String> header, CSVRecord record, int outcome) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    values(header, record, outcome + OUTCOME.size(), header.size())
        .forEach((name, value) -> numbers.put(name, Double.valueOf(value)));
    Map<String, String> end = values(header, record, outcome, outcome + OUTCOME.size());
    String server = end.get("server_seconds");
    return new MeasuredRun(
        values(header, record, 0, outcome),
        Integer.parseInt(end.get("run")),
        Boolean.parseBoolean(end.get("traced")),
        new Attempt(
            Double.parseDouble(end.get("seconds")),
            server == null ? null : Double.valueOf(server),
            Attempt.Outcome.valueOf(end.get("outcome").toUpperCase(Locale.ROOT)),
            end.get("error"),
            end.get("message"),
            numbers));
  }

  /** What a record has in some columns, by their names. */
  private static Map<String, String> values(
      List<String> header, CSVRecord record, int from, int to) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int column = from; column < to; column++) {
      if (!record.get(column).isEmpty()) {
        values.put(header.get(column), record.get(column));
      }
    }
    return values;
  }
}
