/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeReads;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.client.api.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What it gains that aggregates take rows as the storage engine gives them, or values alone. */
@Command(
    name = "direct",
    header = "Aggregates that read their rows directly, by cursors, and as Cassandra does.",
    description = {
      "Times aggregates over rows that the node has in SSTables of the formats big and bti, in two that"
          + " overlap, in many partitions and in memory, and over one column of 20 and 57, with each way"
          + " to read: Cassandra's own, directly, with fewer columns, by cursors."
          + " The node changes its way between requests, and each has to give the same bytes.",
      "On throw-away nodes only, in the native lane: it tells the node how to read. Takes about 25"
          + " minutes.",
    },
    footer = {
      "  cassandra-stats bench direct",
      "  cassandra-stats bench direct --rows 2000000 --heap 4g --runs 15",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, runs = 9)
public final class DirectStudy extends Study {
  private static final int SPLIT_IN_FLIGHT = 4;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of each table. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Override
  protected void check() {
    options().refuseContainers("it tells the node how to read");
    options().requireNative();
    options().require("--rows", rows, 1, RowCounts.LARGEST);
  }

  /** Two of the tables have rows of many columns. */
  @Override
  public long storedRows(String lane) {
    return Arrays.stream(DirectStorage.values()).mapToLong(DirectStorage::columns).sum() * rows;
  }

  @Override
  public List<NodeVariant> variants() {
    return Arrays.stream(DirectStorage.values()).map(DirectStorage::variant).distinct().toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(DirectReport.STORAGE, DirectStorage.values())
        .by(DirectReport.QUESTION, cell -> cell.get(DirectReport.STORAGE).questions())
        .by(
            DirectReport.PAGE,
            cell -> cell.get(DirectReport.STORAGE).pages(cell.get(DirectReport.QUESTION)))
        .by(DirectReport.PATH, ReadPath.values())
        .where(
            cell ->
                cell.get(DirectReport.STORAGE)
                    .isReadBy(
                        cell.get(DirectReport.PATH),
                        cell.get(DirectReport.QUESTION),
                        cell.get(DirectReport.PAGE)))
        .cells();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> cell.get(DirectReport.STORAGE).variant().equals(variant))
        .toList();
  }

  @Override
  public void load(StudyContext bench) {
    DirectTables tables = new DirectTables(bench, rows);
    if (bench.variant().equals(DirectStorage.WIDE.variant())) {
      tables.loadWide(DirectStorage.TWENTY);
      tables.loadWide(DirectStorage.WIDE);
      bench.target().flushAndCompact();
      return;
    }
    super.load(bench);
    if (bench.variant().equals(DirectStorage.BIG.variant())) {
      bench.loadSplit(rows, Math.max(1, rows / DirectStorage.ROWS_OF_A_PARTITION));
      tables.loadTwo();
      tables.loadMemtable();
    }
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    bench.readSchema();
    NodeReads reads = new NodeReads(bench.management());
    DirectAnswers answers = new DirectAnswers(bench.column(), rows);
    return (cell, traced) -> {
      ReadPath path = cell.get(DirectReport.PATH);
      bench.read(path);
      long directPages = reads.directPages();
      long cursorPages = reads.cursorPages();
      Attempt attempt = ask(bench, cell, answers);
      long direct = reads.directPages() - directPages;
      long cursor = reads.cursorPages() - cursorPages;
      Optional<String> error = reads.cursorError();
      if (error.isPresent()) {
        return Attempt.wrong(attempt.seconds(), "cursors were turned off: " + error.get());
      }
      return attempt.isExact() && !isReadSo(cell, direct, cursor)
          ? Attempt.failed(
              attempt.seconds(),
              "Path",
              "%d pages were read directly, %d by cursors".formatted(direct, cursor))
          : attempt
              .with(DirectReport.DIRECT_PAGES, (double) direct)
              .with(DirectReport.CURSOR_PAGES, (double) cursor);
    };
  }

  /**
   * A page that nobody has handed over would be measured as one that somebody has. One of whole
   * rows of many columns may find no room, as the report shows.
   */
  private static boolean isReadSo(Cell cell, long direct, long cursor) {
    ReadPath path = cell.get(DirectReport.PATH);
    if (path == ReadPath.CURSOR) {
      return cursor > 0 && direct == 0;
    }
    boolean fits = !cell.get(DirectReport.STORAGE).isWide() || path.hasFewerColumns();
    return cursor == 0 && (!fits || path.isDirect() == direct > 0);
  }

  private static Attempt ask(StudyContext bench, Cell cell, DirectAnswers answers) {
    DirectQuestion question = cell.get(DirectReport.QUESTION);
    String cql = question.cql(bench.functions(), cell.get(DirectReport.STORAGE).from());
    if (question != DirectQuestion.SPLIT) {
      return bench
          .asker()
          .askAll(
              StudyContext.statement(cql, cell.get(DirectReport.PAGE)),
              found -> answers.check(question, cql, found));
    }
    return bench
        .asker()
        .askSplit(
            cql,
            StatsOptions.standard()
                .withInFlightPerNode(SPLIT_IN_FLIGHT)
                .withFunctionsKeyspace(bench.functionsKeyspace()),
            row -> answers.checkDigest((ByteBuffer) row.get(0)),
            (attempt, statistics) -> attempt);
  }

  /** Results of before there were more cells have fewer. */
  @Override
  protected void write(Report report) {
    Set<Cell> measured = Set.copyOf(report.cells());
    List<Cell> cells = report.cells(this::cells).stream().filter(measured::contains).toList();
    new DirectReport(report, rows, cells).write();
  }

  /** What {@link DirectStudy} compares answers with: the exact one, and the first one. */
  private static final class DirectAnswers {
    private final ExactColumn column;
    private final int rows;
    private final Map<DirectQuestion, List<ExactPart>> exact = new EnumMap<>(DirectQuestion.class);
    private final Map<String, List<ByteBuffer>> first = new HashMap<>();

    /** Over the first rows of a column. */
    DirectAnswers(ExactColumn column, int rows) {
      this.column = column;
      this.rows = rows;
    }

    /** What is wrong with an answer, if anything is. */
    Optional<String> check(DirectQuestion question, String cql, List<Row> found) {
      List<ExactPart> parts = exact.computeIfAbsent(question, asked -> asked.exact(column, rows));
      return question
          .check(found, parts)
          .or(
              () -> {
                List<ByteBuffer> bytes = bytes(found);
                return first.computeIfAbsent(cql, asked -> bytes).equals(bytes)
                    ? Optional.empty()
                    : Optional.of("the answer has other bytes than that of another way to read");
              });
    }

    /** What is wrong with a digest that was merged of others, if anything is. */
    Optional<String> checkDigest(ByteBuffer state) {
      return MeasuredAggregate.checkDigest(state, column.first(rows));
    }

    private static List<ByteBuffer> bytes(List<Row> rows) {
      List<ByteBuffer> all = new ArrayList<>();
      for (Row row : rows) {
        for (int value = 0; value < row.size(); value++) {
          all.add(row.getBytesUnsafe(value));
        }
      }
      return all;
    }
  }
}
