/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.study.ClusterStudy;
import org.cassandrastats.bench.study.RowCounts;
import org.cassandrastats.bench.study.StudyDefaults;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.BenchLane;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The same records found by partition key, by indexes and by reading all of them. */
@Command(
    name = "index",
    header = "Partition key, secondary index, SAI and full scan.",
    description = {
      "Finds 9 %%, 1 %% and 0.1 %% of all records, reads them and averages them: in a table that is"
          + " partitioned by what is looked for, by a secondary index, by a storage-attached index"
          + " (SAI), and by a full scan with ALLOW FILTERING.",
      "Needs Cassandra 5.0. No function of the pack is called: one lane, native, says it all. Takes"
          + " about 20 minutes with a million records.",
    },
    footer = {
      "  cassandra-stats bench index",
      "  cassandra-stats bench index --rows 4000000 --runs 3 --warm-up 1",
      "  cassandra-stats bench index --partition-rows 1000",
      "  cassandra-stats bench index --contact-point 10.0.0.1:9042 --rows 100000 --output"
          + " /tmp/bench",
    })
// No function of the pack is called, so that one lane says it all.
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class IndexStudy extends ClusterStudy {
  static final Dimension<Answer> ANSWER = new Dimension<>("answer");
  static final Dimension<RecordKinds.Share> SHARE = new Dimension<>("share");
  static final Dimension<IndexTables.Way> WAY = new Dimension<>("way");

  /** Fewer records would have none of the rarest kind. */
  static final int FEWEST_RECORDS = 1000;

  private static final List<IndexTables.Way> FASTER =
      List.of(IndexTables.Way.SECONDARY, IndexTables.Way.SAI, IndexTables.Way.PARTITION_KEY);
  private static final Duration TIMEOUT = Duration.ofHours(2);
  private static final double AVERAGE_ERROR = 1e-12;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Records in each of four tables. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--partition-rows",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Records of a partition, in the tables that are not partitioned by what is looked for."
              + " Default: ${DEFAULT-VALUE}.")
  private int partitionRows;

  /** What is wanted of the records of one kind. */
  enum Answer {
    ROWS("rows", "id, value"),
    AVERAGE("average", "count(value), avg(value)");

    private final String label;
    private final String selectors;

    Answer(String label, String selectors) {
      this.label = label;
      this.selectors = selectors;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** Published gains over a full scan, from the least to the most. */
  private record Gain(double least, double most) {
    @Override
    public String toString() {
      return least == most
          ? Numbers.rounded(most)
          : Numbers.rounded(least) + " to " + Numbers.rounded(most);
    }
  }

  @Override
  protected void check() {
    options().require("--rows", rows, FEWEST_RECORDS, RowCounts.LARGEST);
    options().require("--partition-rows", partitionRows, 1, RowCounts.LARGEST);
  }

  /** One table for each way, and two indexes, which are no smaller. */
  @Override
  public long storedRows(String lane) {
    return (IndexTables.Way.values().length + 2L) * rows;
  }

  private RecordKinds kinds() {
    return RecordKinds.generate(rows, options().seed());
  }

  @Override
  public void load(Workbench bench) {
    new IndexTables(bench.target(), bench.column(), kinds(), partitionRows).load(bench.console());
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(ANSWER, Answer.values())
        .by(SHARE, RecordKinds.Share.values())
        .by(WAY, IndexTables.Way.values())
        .cells();
  }

  @Override
  protected Rounds.Question questions(Workbench bench) {
    RecordKinds kinds = kinds();
    Map<RecordKinds.Share, int[]> ids = new EnumMap<>(RecordKinds.Share.class);
    Map<RecordKinds.Share, ExactPart> exact = new EnumMap<>(RecordKinds.Share.class);
    for (RecordKinds.Share share : RecordKinds.Share.values()) {
      ids.put(share, kinds.idsOf(share.kind()));
      exact.put(share, bench.column().only(id -> kinds.of(id) == share.kind()));
    }
    // Cassandra warns of every aggregate over several partitions, which is what is measured here.
    DriverExecutionProfile silent =
        bench
            .session()
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .withBoolean(DefaultDriverOption.REQUEST_LOG_WARNINGS, false);
    Map<String, PreparedStatement> prepared = new HashMap<>();
    return (cell, traced) -> {
      Answer answer = cell.get(ANSWER);
      RecordKinds.Share share = cell.get(SHARE);
      String cql = cell.get(WAY).cql(answer.selectors, share.kind());
      return bench
          .asker()
          .askAll(
              prepared
                  .computeIfAbsent(cql, bench.session()::prepare)
                  .bind()
                  .setExecutionProfile(silent)
                  .setPageSize(Workbench.PAGE_SIZE)
                  .setTimeout(TIMEOUT),
              found ->
                  answer == Answer.ROWS
                      ? checkRows(bench.column(), ids.get(share), found)
                      : checkAverage(exact.get(share), found.get(0)));
    };
  }

  private static Optional<String> checkRows(ExactColumn column, int[] expected, List<Row> rows) {
    // By tokens, they come in any order.
    return column.check(
        expected.length,
        i -> expected[i],
        rows.stream().sorted(Comparator.comparingLong(row -> row.getLong(0))).toList());
  }

  private static Optional<String> checkAverage(ExactPart part, Row row) {
    return row.getLong(0) == part.count()
        ? MeasuredAggregate.checkMean(row.getDouble(1), part.mean(), AVERAGE_ERROR)
        : Optional.of("the count is %d instead of %d".formatted(row.getLong(0), part.count()));
  }

  /**
   * What was published of filters and indexes on Cassandra 2.0 (GDELT, 4.04 million records): how
   * many times as fast as a full scan.
   */
  private static Optional<Gain> old(Cell cell) {
    RecordKinds.Share share = cell.get(SHARE);
    if (cell.is(WAY, IndexTables.Way.PARTITION_KEY) && share == RecordKinds.Share.ONE_PERCENT) {
      return Optional.of(new Gain(100, 100));
    }
    if (!cell.is(WAY, IndexTables.Way.SECONDARY) || share == RecordKinds.Share.ONE_PERCENT) {
      return Optional.empty();
    }
    return Optional.of(
        share == RecordKinds.Share.NINE_PERCENT ? new Gain(1.9, 6.6) : new Gain(100, 260));
  }

  /** How many times as fast as a full scan. */
  private static double gain(Report report, Cell cell) {
    return report.factor(cell.with(WAY, IndexTables.Way.SCAN), cell);
  }

  @Override
  protected void write(Report report) {
    List<Cell> plots = report.cells(lane -> Grid.of(lane).by(ANSWER, Answer.values()).cells());
    report.of(
        "Partition key, indexes and full scan",
        "%,d records, of which 9 %%, 1 %% and 0.1 %% are looked for by the value of one column: their ids and values (rows), and their count and built-in `avg` (average). The same records are in four tables: one without an index, which is read wholly (`ALLOW FILTERING`), one with a secondary index (`legacy_local_table`), one with a storage-attached index (`sai`), each with %,d records in a partition and these kinds of records spread at random; and one that is partitioned by the column.",
        rows,
        partitionRows);
    report.answers("answers", "rows bit for bit, counts exactly, averages to 1e-12");
    for (Cell plot : plots) {
      for (IndexTables.Way way : FASTER) {
        report.finding(
            "%s, %s, by %s: %s.",
            plot.lane(),
            plot.get(ANSWER),
            way.label(),
            shares(plot, way).stream()
                .map(cell -> sentence(report, cell))
                .collect(Collectors.joining(", ")));
      }
    }
    report
        .section(
            "Times",
            "Times are those of the client until it has the whole answer, in pages of %,d rows. Gain: time of the full scan over the time. The old gains are of 4.04 million records (GDELT) in Cassandra 2.0."
                .formatted(Workbench.PAGE_SIZE),
            plots.stream().map(plot -> plot(report, plot)).toList())
        .by(Dimension.LANE, ANSWER)
        .right("share", cell -> cell.get(SHARE))
        .count("records found", cell -> cell.get(SHARE).count(rows))
        .text("found by", cell -> cell.get(WAY).label())
        .client("client s")
        .number("gain", cell -> gain(report, cell))
        .right("2.0: gain", cell -> old(cell).map(Gain::toString).orElse("-"))
        .failed()
        .of(report.cells(this::cells));
  }

  /** A way to find the records of each share. */
  private static List<Cell> shares(Cell plot, IndexTables.Way way) {
    return Arrays.stream(RecordKinds.Share.values())
        .map(share -> plot.with(SHARE, share).with(WAY, way))
        .toList();
  }

  private static Report.Plot plot(Report report, Cell cell) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Finding records: gain over a full scan, " + cell.get(ANSWER),
            "records looked for (%)",
            "times as fast as a full scan");
    addOld(
        plot, "2.0: secondary index, least", shares(cell, IndexTables.Way.SECONDARY), Gain::least);
    addOld(plot, "2.0: secondary index, most", shares(cell, IndexTables.Way.SECONDARY), Gain::most);
    addOld(plot, "2.0: partition key", shares(cell, IndexTables.Way.PARTITION_KEY), Gain::most);
    for (IndexTables.Way way : FASTER) {
      plot.line(
          way.label(),
          Charts.colour(FASTER.indexOf(way)),
          FASTER.indexOf(way),
          shares(cell, way),
          point -> point.get(SHARE).percent(),
          point ->
              report
                  .client(point)
                  .inverted(report.client(point.with(WAY, IndexTables.Way.SCAN)).median()));
    }
    return plot.named(
        "gains-%s-%s".formatted(cell.get(ANSWER), cell.lane()),
        "how many times as fast as a full scan, by the share that is looked for: %s, %s"
            .formatted(cell.get(ANSWER), cell.lane()));
  }

  private static void addOld(
      LinePlot plot, String name, List<Cell> cells, ToDoubleFunction<Gain> end) {
    List<Cell> published = cells.stream().filter(cell -> old(cell).isPresent()).toList();
    plot.reference(
        name,
        published.stream().map(cell -> cell.get(SHARE).percent()).toList(),
        published.stream().map(cell -> end.applyAsDouble(old(cell).orElseThrow())).toList(),
        published.size() == 1);
  }

  private static String sentence(Report report, Cell cell) {
    return Numbers.in(
        "%s times as fast as a full scan at %s%s",
        gain(report, cell),
        cell.get(SHARE),
        old(cell).map(gain -> " (2.0: " + gain + ")").orElse(""));
  }
}
