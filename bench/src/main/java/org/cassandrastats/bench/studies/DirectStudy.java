/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.BatchWriter;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.study.RowCounts;
import org.cassandrastats.bench.study.Study;
import org.cassandrastats.bench.study.StudyDefaults;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.ReadPath;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.client.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What it gains that aggregates take rows as the storage engine gives them. */
@Command(
    name = "direct",
    header = "Aggregates that read their partition directly, and as Cassandra does.",
    description = {
      "Times aggregates over one partition that the node has in SSTables of the formats big and bti and"
          + " in memory, and over one column of 57, with each way to read: Cassandra's own, directly,"
          + " with fewer columns, with pages read ahead. The node changes its way between requests.",
      "On throw-away nodes only, in the native lane: it tells the node how to read. Takes about 10"
          + " minutes.",
    },
    footer = {
      "  cassandra-stats bench direct",
      "  cassandra-stats bench direct --rows 2000000 --heap 4g --runs 15",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, runs = 9)
public final class DirectStudy extends Study {
  private static final Dimension<Storage> STORAGE = new Dimension<>("rows in");
  private static final Dimension<Question> QUESTION = new Dimension<>("query");
  private static final Dimension<ReadPath> PATH = new Dimension<>("read");
  private static final Dimension<Integer> PAGE = new Dimension<>("page size");

  private static final String IN_MEMORY = BenchKeyspace.table("readings_memory");
  private static final String WIDE = BenchKeyspace.table("readings_wide");
  private static final int COLUMNS = 57;

  /** Rows of so many columns stay below the size of a batch that Cassandra refuses. */
  private static final int WIDE_ROWS_PER_BATCH = 16;

  private static final int BATCHES_IN_FLIGHT = 16;
  private static final int SHOWN = 1000;
  private static final int SPLIT_IN_FLIGHT = 4;

  /** Pages that were handed over directly. */
  private static final String PAGES = "direct_pages";

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of each partition. Default: ${DEFAULT-VALUE}.")
  private int rows;

  /** Where the rows are. */
  private enum Storage {
    BIG("SSTables, big", BenchKeyspace.TABLE, "big"),
    MEMTABLE("memtable", IN_MEMORY, "big"),
    WIDE("SSTables, 57 columns", DirectStudy.WIDE, "big"),
    BTI("SSTables, bti", BenchKeyspace.TABLE, "bti");

    private final String label;
    private final String table;
    private final String format;

    Storage(String label, String table, String format) {
      this.label = label;
      this.table = table;
      this.format = format;
    }

    /**
     * What a node is started with: its memtable is to hold all rows. Rows of many columns have a
     * node of their own, or what that compiles for them would slow the others.
     */
    NodeVariant variant() {
      return NodeVariant.of(
          Map.of(
              "sstable.selected_format",
              format,
              "memtable_heap_space",
              this == WIDE ? "512MiB" : "1GiB"));
    }

    /** What is worth asking. */
    List<Question> questions() {
      return switch (this) {
        case BIG -> List.of(Question.values());
        case WIDE -> List.of(Question.AVG);
        default -> List.of(Question.AVG, Question.MEAN, Question.TDIGEST);
      };
    }

    /** Leaving columns unread is of use where there are others, which take long as it is. */
    boolean isReadBy(ReadPath path) {
      return this == WIDE ? path != ReadPath.READ_AHEAD : !path.hasFewerColumns();
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** What is asked. */
  private enum Question {
    AVG("avg", MeasuredAggregate.AVG),
    MEAN("mean", MeasuredAggregate.MEAN),
    TDIGEST("tdigest", MeasuredAggregate.TDIGEST),
    SPLIT("tdigest, split in 4", MeasuredAggregate.TDIGEST);

    private final String label;
    private final MeasuredAggregate aggregate;

    Question(String label, MeasuredAggregate aggregate) {
      this.label = label;
      this.aggregate = aggregate;
    }

    /** Pages of one size are enough where the storage is compared. */
    List<Integer> pages(Storage storage) {
      return storage == Storage.BIG && this == AVG
          ? List.of(2_000, Workbench.PAGE_SIZE, 10_000, 20_000)
          : List.of(Workbench.PAGE_SIZE);
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  protected void check() {
    options().refuseContainers("it tells the node how to read");
    options().requireNative();
    options().require("--rows", rows, 1, RowCounts.LARGEST);
  }

  /** One column of a row is loaded twice, and once among many others. */
  @Override
  public long storedRows(String lane) {
    return (COLUMNS + 2L) * rows;
  }

  @Override
  public List<NodeVariant> variants() {
    return Arrays.stream(Storage.values()).map(Storage::variant).distinct().toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(STORAGE, Storage.values())
        .by(QUESTION, cell -> cell.get(STORAGE).questions())
        .by(PAGE, cell -> cell.get(QUESTION).pages(cell.get(STORAGE)))
        .by(PATH, ReadPath.values())
        .where(cell -> cell.get(STORAGE).isReadBy(cell.get(PATH)))
        .cells();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> cell.get(STORAGE).variant().equals(variant))
        .toList();
  }

  @Override
  public void load(Workbench bench) {
    if (bench.variant().equals(Storage.WIDE.variant())) {
      loadWide(bench);
      bench.target().settle();
      return;
    }
    super.load(bench);
    if (bench.variant().equals(Storage.MEMTABLE.variant())) {
      loadMemtable(bench);
    }
  }

  private void loadMemtable(Workbench bench) {
    BenchKeyspace.createTable(
        bench.session(),
        IN_MEMORY,
        "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)");
    bench.load(IN_MEMORY, bench.column(), rows, 1, 1);
    if (bench.management().diskBytes(IN_MEMORY) > 0) {
      throw refused("--rows is %d: a memtable does not hold so many".formatted(rows));
    }
  }

  private void loadWide(Workbench bench) {
    List<String> others =
        IntStream.range(1, COLUMNS).mapToObj(column -> "other_" + column).toList();
    BenchKeyspace.createTable(
        bench.session(),
        WIDE,
        others.stream()
            .map(column -> column + " double, ")
            .collect(
                Collectors.joining(
                    "", "sensor int, at bigint, value double, ", "PRIMARY KEY (sensor, at)")));
    PreparedStatement insert =
        bench
            .session()
            .prepare(
                "INSERT INTO %s (sensor, at, value, %s) VALUES (1%s)"
                    .formatted(WIDE, String.join(", ", others), ", ?".repeat(COLUMNS + 1)));
    BatchWriter writer =
        new BatchWriter(
            bench.target(), ConsistencyLevel.ALL, WIDE_ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    try (Progress progress = bench.console().progress("Loading " + WIDE, rows, "rows")) {
      for (int row = 0; row < rows; row++) {
        Object[] values = new Object[COLUMNS + 1];
        Arrays.fill(values, bench.column().value(row));
        values[0] = (long) row;
        writer.add(1, insert.bind(values));
        if (row % SHOWN == 0) {
          progress.reached(row);
        }
      }
      writer.finish();
    }
  }

  @Override
  protected Rounds.Question questions(Workbench bench) {
    bench.readSchema();
    return (cell, traced) -> {
      ReadPath path = cell.get(PATH);
      bench.read(path);
      long pages = bench.management().directPages();
      Attempt attempt = ask(bench, cell);
      long direct = bench.management().directPages() - pages;
      // A page that nobody has handed over would be measured as one that somebody has. One of whole
      // rows of many columns may find no room, as the report shows.
      boolean fits = cell.get(STORAGE) != Storage.WIDE || path.hasFewerColumns();
      return attempt.isExact() && fits && path.isDirect() != direct > 0
          ? Attempt.failed(attempt.seconds(), "Path", direct + " pages were read directly")
          : attempt.with(PAGES, (double) direct);
    };
  }

  private Attempt ask(Workbench bench, Cell cell) {
    Question question = cell.get(QUESTION);
    String cql =
        "SELECT %s FROM %s WHERE sensor = 1"
            .formatted(question.aggregate.selector(bench.functions()), cell.get(STORAGE).table);
    if (question != Question.SPLIT) {
      return bench.ask(
          Workbench.statement(cql, cell.get(PAGE)),
          row -> question.aggregate.check(row, bench.column().first(rows)));
    }
    return bench
        .asker()
        .askSplit(
            cql,
            StatsOptions.standard()
                .withInFlightPerNode(SPLIT_IN_FLIGHT)
                .withFunctionsKeyspace(bench.functionsKeyspace()),
            row ->
                MeasuredAggregate.checkDigest((ByteBuffer) row.get(0), bench.column().first(rows)),
            (attempt, statistics) -> attempt);
  }

  /** Times over that of avg as Cassandra reads, in pages of the usual size. */
  private static Spread ratio(Report report, Cell cell) {
    return over(report, cell, usual(cell).with(QUESTION, Question.AVG));
  }

  private static Spread over(Report report, Cell cell, Cell base) {
    return report.client(cell).times(1 / report.median(base.with(PATH, ReadPath.CASSANDRA)));
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Aggregates that read their partition directly",
        "Aggregates over one partition of %,d rows, which the node that is asked has itself, at `LOCAL_ONE`. Read as Cassandra does, it writes the rows of each page into a buffer and reads them from there; read [directly](../server-jar.md#direct-reads), the aggregate takes them as the storage engine gives them. The node changes its way between requests, so that what is compared is of one process. Ratios are times over the median time of the built-in `avg` of the same rows, read as Cassandra does.",
        rows);
    report.answers();
    for (String lane : report.lanes()) {
      Grid.of(lane).by(STORAGE, Storage.values()).cells().forEach(storage -> find(report, storage));
    }
    report
        .section(
            "Times",
            "`avg` = 1: the time over that of `avg` as Cassandra reads, in pages of %,d rows. itself = 1: over that of the same query as Cassandra reads."
                .formatted(Workbench.PAGE_SIZE),
            report.each(lane -> plot(report, lane)))
        .by(Dimension.LANE, STORAGE, QUESTION, PAGE, PATH)
        .client("client s")
        .spread("avg = 1", cell -> ratio(report, cell))
        .number("itself = 1", cell -> over(report, cell, cell).median())
        .median("pages read directly", PAGES)
        .failed()
        .of(report.cells(this::cells));
  }

  private void find(Report report, Cell storage) {
    for (ReadPath path : ReadPath.values()) {
      if (path == ReadPath.CASSANDRA || !storage.get(STORAGE).isReadBy(path)) {
        continue;
      }
      report.finding(
          "%s, %s: %s of the time of `avg` as Cassandra reads.",
          storage.get(STORAGE),
          path,
          storage.get(STORAGE).questions().stream()
              .map(question -> usual(storage).with(QUESTION, question).with(PATH, path))
              .map(
                  cell ->
                      Numbers.rounded(ratio(report, cell).median())
                          + " (%s)".formatted(cell.get(QUESTION)))
              .collect(Collectors.joining(", ")));
    }
  }

  private static Cell usual(Cell cell) {
    return cell.with(PAGE, Workbench.PAGE_SIZE);
  }

  private Report.Plot plot(Report report, String lane) {
    List<Cell> groups =
        Grid.of(lane)
            .by(STORAGE, Storage.values())
            .by(QUESTION, cell -> cell.get(STORAGE).questions())
            .cells();
    GroupPlot plot =
        new GroupPlot(
            "Time over that of avg as Cassandra reads",
            "query",
            "avg = 1",
            groups.stream()
                .map(cell -> "%s: %s".formatted(cell.get(STORAGE), cell.get(QUESTION)))
                .toList());
    Function<ReadPath, List<Spread>> series =
        path -> groups.stream().map(cell -> ratio(report, usual(cell).with(PATH, path))).toList();
    for (ReadPath path : ReadPath.values()) {
      plot.series(path.toString(), series.apply(path));
    }
    return plot.named("ratios-" + lane, "time over that of avg, by way to read, " + lane);
  }
}
