/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.cli.console.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Distributions of 100 bins, stored in several ways: inserting, reading, updating, bytes. */
@Command(
    name = "bins",
    header = "A distribution of 100 bins as list, map, columns or histogram state.",
    description = {
      "Stores a distribution of 100 bins for each record as lists, as a map, as 100 columns, and as a"
          + " histogram state in a blob and in its custom type. Times inserting, reading by key, and"
          + " incrementing one bin, and takes the bytes on disk.",
      "On throw-away nodes only, in the native lane: it asks the node for bytes on disk.",
    },
    footer = {
      "  cassandra-stats bench bins",
      "  cassandra-stats bench bins --records 100000 --runs 3",
      "  cassandra-stats bench bins --stores list,columns,blob",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class BinsStudy extends Study {
  static final Dimension<BinStore> STORE = new Dimension<>("stored_as");
  static final Dimension<String> OPERATION = new Dimension<>("operation");

  static final String INSERT = "insert";
  static final String READ = "read";
  static final String UPDATE = "update";
  static final String BYTES = "bytes_on_disk";

  /** Seconds of a record: inserts are timed in parts of several sizes. */
  static final String SECONDS_PER_RECORD = "seconds_per_record";

  /** Seconds of a list over those of 100 columns, on Cassandra 2.1. */
  private static final Map<String, Double> OLD_FACTORS =
      Map.of(INSERT, 171.5 / 144.7, READ, 47.9 / 41.8, UPDATE, 4.1 / 3.0);

  private static final List<String> OPERATIONS = List.of(INSERT, READ, UPDATE);
  private static final int MOST_RECORDS = 1_000_000;
  private static final int READINGS_OF_A_RECORD = 60;
  private static final double MICROS = 1e6;

  /** Records whose insertion is timed together. */
  private static final int PART = 1000;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Records of each table. Default: ${DEFAULT-VALUE}.")
  private int records;

  @Option(
      names = "--stores",
      split = ",",
      paramLabel = "STORE",
      description = "Some of ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<BinStore> stores = Arrays.asList(BinStore.values());

  @Override
  protected void check() {
    options().refuseContainers("it asks the node for bytes on disk");
    options().requireNative();
    options().require("--records", records, 1, MOST_RECORDS);
    stores = stores.stream().distinct().sorted().toList();
  }

  @Override
  public long storedRows(String lane) {
    return (long) records * stores.size() * READINGS_OF_A_RECORD;
  }

  static Cell cell(String lane, BinStore store, String operation) {
    return Cell.of(lane).with(STORE, store).with(OPERATION, operation);
  }

  /** Inserting is timed while tables are filled, once. */
  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(STORE, stores).by(OPERATION, List.of(READ, UPDATE)).cells();
  }

  @Override
  public void measure(StudyContext bench) {
    Map<BinStore, StoredBins> stored = fill(bench);
    Map<BinStore, Double> bytes = new EnumMap<>(BinStore.class);
    stored.forEach((store, bins) -> bytes.put(store, (double) bins.diskBytes()));
    List<BinStore> filled = List.copyOf(stored.keySet());
    // Updates leave what they write beside the files that reads are timed on.
    bench.measure(
        "Reading",
        filled.stream().map(store -> cell(bench.lane(), store, READ)).toList(),
        false,
        (cell, traced) ->
            stored.get(cell.get(STORE)).read().with(BYTES, bytes.get(cell.get(STORE))));
    bench.measure(
        "Updating",
        filled.stream().map(store -> cell(bench.lane(), store, UPDATE)).toList(),
        false,
        (cell, traced) -> stored.get(cell.get(STORE)).update());
  }

  /** Fills the tables that have not been measured. */
  private Map<BinStore, StoredBins> fill(StudyContext bench) {
    Distributions distributions = Distributions.generate(records, options().seed());
    List<BinStore> wanted =
        stores.stream()
            .filter(
                store -> !bench.rounds().areComplete(reads(bench.lane(), store), Rounds.UNTRACED))
            .toList();
    Map<BinStore, StoredBins> stored = new LinkedHashMap<>();
    long loaded = 0;
    try (Progress progress =
        bench
            .console()
            .progress("Loading " + bench.lane(), (long) wanted.size() * records, "records")) {
      for (BinStore store : wanted) {
        StoredBins bins = StoredBins.create(bench.target(), store, distributions);
        // The first part is written twice: the first time warms client and node up.
        bins.insert(0, Math.min(PART, records));
        for (int from = 0; from < records; from += PART) {
          int end = Math.min(records, from + PART);
          double seconds = bins.insert(from, end);
          bench.note(
              cell(bench.lane(), store, INSERT),
              from / PART,
              Attempt.exact(seconds, null).with(SECONDS_PER_RECORD, seconds / (end - from)));
          loaded += end - from;
          progress.reached(loaded);
        }
        stored.put(store, bins);
      }
    }
    bench.target().flushAndCompact();
    return stored;
  }

  private List<Cell> reads(String lane, BinStore store) {
    return cells(lane).stream().filter(cell -> cell.is(STORE, store)).toList();
  }

  private Spread micros(Report report, Cell cell) {
    return cell.is(OPERATION, INSERT)
        ? report.number(cell, SECONDS_PER_RECORD).times(MICROS)
        : report.client(cell).times(MICROS / records);
  }

  private Spread bytes(Report report, Cell cell) {
    return report.number(cell.with(OPERATION, READ), BYTES).times(1.0 / records);
  }

  @Override
  protected void write(Report report) {
    String lane = report.lanes().get(0);
    List<Cell> rows = Grid.of(lane).by(STORE, stores).cells();
    report.of(
        "A distribution of 100 bins",
        "%,d records, a partition each, with the counts of 100 bins, none of them left out. Requests are prepared and by key, 16 at a time; the client encodes what it writes, and decodes and compares all that it reads. An update increments one bin: the client reads the bin (of lists and states, which cannot be asked for a part, all of it) and writes it (of frozen lists and states all of it). In between, somebody else's increment would be lost; a lightweight transaction would cost the same for each. Bytes are those of all files of a table (JMX: LiveDiskSpaceUsed) after a flush and a major compaction, with LZ4, before the updates. Times are medians of the runs; of inserts, of parts of %,d records.",
        records,
        PART);
    report.answers("requests", "every count of every record; after an update, of 200 records");
    List<Cell> bySize =
        rows.stream()
            .sorted(Comparator.comparingDouble(cell -> bytes(report, cell).median()))
            .toList();
    report.verdict(
        timesPlot(report, rows),
        "Fastest to %s."
            .formatted(
                OPERATIONS.stream()
                    .map(each -> each + ": " + fastest(report, lane, each))
                    .collect(Collectors.joining("; to "))),
        "On disk a record takes from %s to %s."
            .formatted(
                stored(report, bySize.get(0)), stored(report, bySize.get(bySize.size() - 1))));
    ReportColumns columns =
        report
            .section("Times and bytes of a record", "Lower is better.")
            .text("stored as", cell -> cell.get(STORE).label())
            .number("bytes a record", cell -> bytes(report, cell).median());
    for (String operation : OPERATIONS) {
      columns.spread(
          operation + " µs a record", cell -> micros(report, cell.with(OPERATION, operation)));
    }
    columns
        .text(
            "failed",
            cell ->
                report.failures(
                    OPERATIONS.stream().map(each -> cell.with(OPERATION, each)).toList()))
        .of(rows);
    report
        .section(
            "Beside the figures of an earlier study",
            "Time of a `list<int>` over that of 100 columns. The earlier study, *Benchmarking Cassandra Models* (C. Alonso, 2015): 171.5 s to 144.7 s for inserting, 47.9 s to 41.8 s for reading, 4.1 s to 3.0 s for updating.")
        .by(OPERATION)
        .number("earlier study", cell -> OLD_FACTORS.get(cell.get(OPERATION)))
        .number("here", cell -> factor(report, lane, cell.get(OPERATION)))
        .of(Grid.of(lane).by(OPERATION, OPERATIONS).cells());
  }

  private String stored(Report report, Cell cell) {
    return Numbers.in("%s bytes (%s)", bytes(report, cell).median(), cell.get(STORE).label());
  }

  /** Of a list over 100 columns; NaN where one of them was not measured. */
  private double factor(Report report, String lane, String operation) {
    return micros(report, cell(lane, BinStore.LIST, operation)).median()
        / micros(report, cell(lane, BinStore.COLUMNS, operation)).median();
  }

  private Report.Plot timesPlot(Report report, List<Cell> rows) {
    GroupPlot plot =
        new GroupPlot("Time of a record of 100 bins", "stored as", "µs a record (client)", names());
    for (String operation : OPERATIONS) {
      plot.series(
          operation,
          rows.stream().map(cell -> micros(report, cell.with(OPERATION, operation))).toList());
    }
    return plot.named("times", "microseconds of a record to insert, read and update");
  }

  private List<String> names() {
    return stores.stream().map(BinStore::label).toList();
  }

  private String fastest(Report report, String lane, String operation) {
    return stores.stream()
        .map(store -> cell(lane, store, operation))
        .filter(cell -> micros(report, cell).isKnown())
        .min(Comparator.comparingDouble(cell -> micros(report, cell).median()))
        .map(
            cell ->
                Numbers.in(
                    "%s, %s µs a record", cell.get(STORE).label(), micros(report, cell).median()))
        .orElse("-");
  }
}
