/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.zip.CRC32;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.harness.TimeSettings;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.chart.Chart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Models of the user, one beside the other, on the user's data. */
@Command(
    name = "compare",
    header = "Your own models, one beside the other, on your data.",
    description = {
      "Makes the tables of each candidate in a keyspace of its own, inserts the same rows into all,"
          + " and carries out their reads and updates, in turns. Leaves a report, and a page of"
          + " graphs with the nodes' own counters over time.",
      "A candidate is a file of CQL: CREATE TABLE (TYPE, INDEX), and behind each line of comment"
          + " \"-- insert\", \"-- read NAME\" or \"-- update NAME\" the statements that it stands for."
          + " Their markers are columns of the data, as in :sensor. \"-- insert\" is carried out for"
          + " every row, the others for rows that are drawn.",
      "The pack need not be installed.",
    },
    footer = {
      "",
      "Example:",
      "  cassandra-stats bench compare --candidate whole.cql --candidate slices.cql --data rows.csv",
      "  cassandra-stats bench compare --candidate a.cql --candidate b.cql --rows 100000 --generate"
          + " sensor=row/1000,at=row%%1000,value=normal:20:5 --dry-run",
      "",
      "a.cql:",
      "  CREATE TABLE readings (sensor int, at bigint, value double, PRIMARY KEY (sensor, at));",
      "  -- insert",
      "  INSERT INTO readings (sensor, at, value) VALUES (:sensor, :at, :value);",
      "  -- read newest",
      "  SELECT at, value FROM readings WHERE sensor = :sensor ORDER BY at DESC LIMIT 10;",
      "  -- update value",
      "  UPDATE readings SET value = :value WHERE sensor = :sensor AND at = :at;",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, functions = false)
public final class CompareStudy extends ClusterStudy {
  private static final int MOST_CANDIDATES = 8;
  private static final int MOST_REQUESTS = 1_000_000;
  private static final int MOST_IN_FLIGHT = 1024;

  /** Beside the runs: a site of the reports has a page compare.html of compare.md. */
  static final String GRAPHS = "graphs.html";

  @Spec private CommandSpec spec;

  @Option(
      names = "--candidate",
      required = true,
      paramLabel = "FILE",
      description = "A file of CQL with a model. Give one for each; the first is the base.")
  private List<Path> files;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "The rows: CSV in UTF-8 with a header, compressed with gzip if its name ends in .gz. An"
              + " empty cell is left unset.")
  private Path csv;

  @Option(
      names = "--generate",
      paramLabel = "COLUMNS",
      description = {
        "Rows that are generated instead: NAME=VALUES, with commas between. VALUES are computed, from left to right, of"
            + " the number of the row (row, row/86400, row%%10, row*1000+7) or drawn (int:1:6,"
            + " uniform:0:1, normal:20:5).",
      })
  private String generated;

  @Option(names = "--rows", paramLabel = "N", description = "How many rows to generate.")
  private Integer rows;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Requests of a run of each read and update. Default: ${DEFAULT-VALUE}.")
  private int requests;

  @Option(
      names = "--run-time",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = TimeSettings.Converter.class,
      description =
          "When a run sends no further request, however many there were. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration limit;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "16",
      description = "Requests on their way at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Option(
      names = "--consistency",
      paramLabel = "LEVEL",
      defaultValue = "LOCAL_ONE",
      description = "Of reads and writes: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private DefaultConsistencyLevel level;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Throw-away nodes, 1 to 3, each with every row. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Mixin private DryRun dryRun;

  private List<Candidate> candidates = List.of();
  private DataRows data;
  private List<ServerCounters.Look> looks = List.of();
  private List<CandidateRun.Phase> phases = List.of();

  /** An option that no result depends on. */
  private static final class DryRun {
    @Option(
        names = "--dry-run",
        description = "Read the files, show what would be carried out, and run nothing.")
    private boolean isGiven;
  }

  /** For picocli. */
  public CompareStudy() {}

  @Override
  protected void check() {
    options().requireNative();
    options().require("--requests", requests, 1, MOST_REQUESTS);
    options().require("--in-flight", inFlight, 1, MOST_IN_FLIGHT);
    options().require("--nodes", nodes, 1, 3);
    if (nodes > 1 && cluster().isGiven()) {
      throw refused("--nodes is for throw-away nodes: a cluster has its own");
    }
    if ((csv == null) == (generated == null)) {
      throw refused("Expected the rows: either --data FILE or --generate COLUMNS --rows N");
    }
    if ((generated == null) != (rows == null)) {
      throw refused("--generate and --rows need each other");
    }
    if (rows != null) {
      options().require("--rows", rows, 1, RowCounts.LARGEST);
    }
    if (files.size() > MOST_CANDIDATES) {
      throw refused("--candidate is given %d times: expected at most 8".formatted(files.size()));
    }
    if (labels().stream().distinct().count() < files.size()) {
      throw refused(
          "Candidates are called by their files, and two have the same name: %s"
              .formatted(String.join(", ", labels())));
    }
  }

  private List<String> labels() {
    return files.stream().map(Candidate::label).toList();
  }

  /** Reads the files; the report of results that are there already needs none. */
  private List<Candidate> candidates() {
    if (candidates.isEmpty()) {
      List<Candidate> read = new ArrayList<>();
      for (Path file : files) {
        read.add(CandidateFile.read(file, read.size() + 1));
      }
      data = csv == null ? GeneratedRows.of(generated, rows, options().seed()) : CsvRows.of(csv);
      read.forEach(candidate -> candidate.requireColumns(data));
      candidates = List.copyOf(read);
    }
    return candidates;
  }

  @Override
  public Integer call() {
    if (!dryRun.isGiven) {
      return super.call();
    }
    prepare();
    PrintWriter out = spec.commandLine().getOut();
    for (Candidate candidate : candidates()) {
      out.printf("%s, in a keyspace %s of its own%n", candidate.label(), candidate.keyspace());
      candidate.schema().forEach(statement -> show(out, "once", statement));
      for (CandidateTask task : candidate.tasks()) {
        String times =
            task.kind() == CandidateTask.Kind.INSERT
                ? "%,d times".formatted(data.count())
                : "%d x %,d times".formatted(runs(), requests);
        task.statements().forEach(statement -> show(out, task.label() + ", " + times, statement));
      }
    }
    out.printf(
        "%,d rows of %s: %s%nNothing was run.%n",
        data.count(), data.name(), String.join(", ", data.columns()));
    out.flush();
    return 0;
  }

  private static void show(PrintWriter out, String when, CandidateTask.Statement statement) {
    out.printf("  %s: %s%n", when, statement.cql().replaceAll("\\s+", " "));
  }

  @Override
  protected void describe(StudyFacts facts) {
    for (Candidate candidate : candidates()) {
      CRC32 checksum = new CRC32();
      checksum.update(candidate.text().getBytes(StandardCharsets.UTF_8));
      facts.add("Candidate " + candidate.label(), "checksum %08x".formatted(checksum.getValue()));
    }
    facts.add("Data", "%,d rows (%s)".formatted(data.count(), data.checksum()));
  }

  /** Inserting is timed while tables are filled, once. */
  @Override
  protected List<Cell> cells(String lane) {
    List<Cell> cells = new ArrayList<>(cells(lane, CandidateTask.Kind.READ));
    cells.addAll(cells(lane, CandidateTask.Kind.UPDATE));
    return cells;
  }

  /** The same statement of all candidates, and then the next. */
  private List<Cell> cells(String lane, CandidateTask.Kind kind) {
    List<String> names =
        candidates().stream()
            .flatMap(candidate -> candidate.tasks().stream())
            .filter(task -> task.kind() == kind)
            .map(CandidateTask::label)
            .distinct()
            .toList();
    List<Cell> cells = new ArrayList<>();
    for (String name : names) {
      for (Candidate candidate : candidates()) {
        if (candidate.tasks().stream().anyMatch(task -> task.label().equals(name))) {
          cells.add(CandidateCell.of(lane, candidate.label(), name));
        }
      }
    }
    return cells;
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return super.isComplete(lane, variant, log)
        && labels().stream()
            .allMatch(label -> log.has(CandidateCell.of(lane, label, CandidateCell.STORED), 0));
  }

  @Override
  public List<NodeVariant> variants() {
    return List.of(
        cluster().isGiven() ? NodeVariant.LATE_DEADLINE : NodeVariant.LATE_DEADLINE.on(nodes));
  }

  @Override
  public int rows(String lane) {
    return 0;
  }

  @Override
  public long storedRows(String lane) {
    return candidates().size() * data.count();
  }

  @Override
  public void measure(StudyContext bench) {
    CompareSettings settings =
        new CompareSettings(requests, limit, inFlight, level, options().seed());
    try (CandidateTables tables =
        CandidateTables.create(bench.target(), candidates(), bench.console())) {
      CandidateRun run = new CandidateRun(bench, settings, candidates(), data);
      try (ServerCounters counters = ServerCounters.start(bench.target(), tables, candidates())) {
        run.phase("insert", run::insert);
        run.phase("flush and compact", () -> store(bench, tables));
        run.phase("read", () -> ask(bench, run, CandidateTask.Kind.READ));
        run.phase("update", () -> ask(bench, run, CandidateTask.Kind.UPDATE));
        looks = counters.looks();
      }
      phases = run.phases();
    }
  }

  private void store(StudyContext bench, CandidateTables tables) {
    for (Candidate candidate : candidates()) {
      bench.target().flushAndCompact(candidate.keyspace());
      OptionalDouble bytes = tables.bytes(candidate);
      Attempt stored = Attempt.exact(0, null).with("rows", (double) data.count());
      bench.note(
          CandidateCell.of(bench.lane(), candidate.label(), CandidateCell.STORED),
          0,
          bytes.isPresent() ? stored.with(CandidateCell.BYTES, bytes.getAsDouble()) : stored);
    }
  }

  private void ask(StudyContext bench, CandidateRun run, CandidateTask.Kind kind) {
    bench.measure(
        kind == CandidateTask.Kind.READ ? "Reading" : "Updating",
        cells(bench.lane(), kind),
        false,
        (cell, traced) -> run.ask(cell));
  }

  @Override
  protected void write(Report report) {
    new CompareReport(report, labels())
        .write(inFlight, requests, TimeSettings.text(limit), level.name());
  }

  @Override
  protected void written(Report report, ReportFiles files) {
    List<Chart> counters = CounterCharts.of(looks, candidates());
    ComparePage page = new ComparePage(report, candidates(), counters, phases);
    Path graphs = files.output().resolve(name()).resolve(GRAPHS);
    page.write(graphs);
    PrintWriter out = spec.commandLine().getOut();
    out.println("Graphs: " + graphs);
    out.flush();
  }
}
