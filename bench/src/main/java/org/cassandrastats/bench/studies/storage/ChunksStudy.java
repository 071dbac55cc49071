/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.storage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.ChunkLoader;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.localcluster.LocalPack;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The same points as rows and as chunks: time of aggregates, bytes on disk. */
@Command(
    name = "chunks",
    header = "The same points as rows and as chunks: time and bytes on disk.",
    description = {
      "Stores the same points as rows and as chunks of 8192, and compares the time of aggregates with"
          + " that of the built-in avg over the rows, and the bytes on disk.",
      "On throw-away nodes only, because it looks at their disks; in the native lane unless --lane"
          + " says otherwise.",
    },
    footer = {
      "  cassandra-stats bench chunks",
      "  cassandra-stats bench chunks --rows 10000000 --heap 4g",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, traced = true)
public final class ChunksStudy extends Study {
  private static final Dimension<String> STORED = new Dimension<>("stored");
  private static final Dimension<String> ASKED = new Dimension<>("asked");

  /** The chunks of the readings: {@code (sensor int, since bigint, points blob)}. */
  private static final String CHUNKS = BenchKeyspace.TABLE + "_chunks";

  /** Rows of doubles that nothing can be saved of. */
  private static final String RANDOM = BenchKeyspace.TABLE + "_random";

  private static final String RANDOM_CHUNKS = RANDOM + "_chunks";
  private static final List<String> TABLES =
      List.of(BenchKeyspace.TABLE, CHUNKS, RANDOM, RANDOM_CHUNKS);
  private static final String BYTES = "bytes_a_point";
  private static final double NANOS = 1e9;

  @Mixin RowCounts rows;

  /** What is asked of the same points as rows and as chunks. */
  enum Question {
    ROWS_AVG("rows", "avg", MeasuredAggregate.AVG, "avg(value)"),
    ROWS_MEAN("rows", "mean", MeasuredAggregate.MEAN, "%1$s.mean(value)"),
    ROWS_TDIGEST("rows", "t-digest", MeasuredAggregate.TDIGEST, "%1$s.tdigest(value)"),
    CHUNKS_MOMENTS(
        "chunks",
        "mean",
        MeasuredAggregate.MEAN,
        "%1$s.moments_mean(%1$s.moments_merge(%1$s.chunk_moments(points)))"),
    CHUNKS_TDIGEST(
        "chunks",
        "t-digest",
        MeasuredAggregate.TDIGEST,
        "%1$s.tdigest_merge(%1$s.chunk_tdigest(points, 100))");

    private final String stored;
    private final String asked;
    private final MeasuredAggregate result;
    private final String selector;

    Question(String stored, String asked, MeasuredAggregate result, String selector) {
      this.stored = stored;
      this.asked = asked;
      this.result = result;
      this.selector = selector;
    }

    Cell cell(String lane) {
      return Cell.of(lane).with(STORED, stored).with(ASKED, asked);
    }

    @Override
    public String toString() {
      return asked + " of " + stored;
    }
  }

  @Override
  protected void check() {
    options().refuseContainers("it looks at the disk of the node");
  }

  /** How many random doubles there are: they are stored only, and weighed. */
  private int randomRows(String lane) {
    return Math.max(1, rows(lane) / 10);
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Arrays.stream(Question.values()).map(question -> question.cell(lane)).toList();
  }

  private static Cell disk(String lane, String table) {
    return Cell.of(lane).with(STORED, table).with(ASKED, "bytes on disk");
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return TABLES.stream().allMatch(table -> log.has(disk(lane, table), 0))
        && super.isComplete(lane, variant, log);
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    String lane = bench.lane();
    if (!lane.equals(BenchLane.NATIVE.toString())) {
      LocalPack.install(bench.session(), bench.console());
    }
    ChunkLoader chunks = new ChunkLoader(bench.target(), bench.console());
    chunks.load(CHUNKS, rows(lane), 1, bench.column()::value);
    double[] values = new Random(options().seed()).doubles(randomRows(lane)).toArray();
    BenchKeyspace.createTable(
        bench.session(), RANDOM, "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)");
    bench.load(RANDOM, ExactColumn.of(values), values.length, 1, 1);
    chunks.load(RANDOM_CHUNKS, values.length, 1, row -> values[row]);
    bench.target().flushAndCompact();
  }

  @Override
  public void measure(StudyContext bench) {
    for (String table : TABLES) {
      double points = table.startsWith(RANDOM) ? randomRows(bench.lane()) : rows(bench.lane());
      double bytes = bench.management().diskBytes(table) / points;
      bench.note(disk(bench.lane(), table), 0, Attempt.exact(0, null).with(BYTES, bytes));
    }
    super.measure(bench);
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    ExactPart exact = bench.column().first(rows(bench.lane()));
    Map<Cell, Question> questions = new HashMap<>();
    for (Question question : Question.values()) {
      questions.put(question.cell(bench.lane()), question);
    }
    return (cell, traced) -> {
      Question question = questions.get(cell);
      boolean isOfChunks = cell.is(STORED, Question.CHUNKS_MOMENTS.stored);
      return bench.ask(
          StudyContext.statement(
                  "SELECT %s FROM %s WHERE sensor = 1"
                      .formatted(
                          question.selector.formatted(bench.functions()),
                          isOfChunks ? CHUNKS : BenchKeyspace.TABLE),
                  isOfChunks ? ChunkLoader.PAGE_SIZE : StudyContext.PAGE_SIZE)
              .setTracing(traced),
          row -> question.result.check(row, exact));
    };
  }

  /** Nanoseconds of a point. */
  private Spread nanos(Report report, Cell cell) {
    return report.client(cell).times(NANOS / rows(cell.lane()));
  }

  private static double gain(Report report, Cell cell) {
    return report.factor(Question.ROWS_AVG.cell(cell.lane()), cell);
  }

  /** Bytes on disk of a point. */
  private static double bytes(Report report, String lane, String table) {
    return report.median(disk(lane, table), BYTES);
  }

  @Override
  protected void write(Report report) {
    report.of(
        "The same points as rows and as chunks",
        "Readings like those of a thermometer (each near the last one, two decimals, one a second) in one partition: a row for each, and a chunk for every 8192. The mean of chunks is taken from their headers, `moments_merge(chunk_moments(points))`; the t-digest from their values, `tdigest_merge(chunk_tdigest(points, 100))`. Bytes on disk are those of the table's SSTables with all their parts, compressed by LZ4 as is Cassandra's default, after a major compaction; random doubles (53 random bits each) besides, a tenth as many.");
    report.answers();
    report.verdict(
        timePlot(report),
        report.said(lane -> speed(report, lane)),
        report.said(lane -> size(report, lane)));
    report
        .section("Time of a point", "")
        .by(Dimension.LANE)
        .text("asked", cell -> cell.get(ASKED) + " of " + cell.get(STORED))
        .count("points", cell -> rows(cell.lane()))
        .spread("ns a point", cell -> nanos(report, cell))
        .number("times as fast as avg of rows", cell -> gain(report, cell))
        .server("traced: server s")
        .failed()
        .of(report.cells(this::cells));
    report
        .section("Bytes of a point", "")
        .by(Dimension.LANE)
        .text("values", cell -> cell.is(STORED, RANDOM) ? "random doubles" : "readings")
        .median("as rows: bytes", BYTES)
        .number(
            "as chunks: bytes", cell -> bytes(report, cell.lane(), cell.get(STORED) + "_chunks"))
        .number("part of the rows'", cell -> part(report, cell.lane(), cell.get(STORED)))
        .of(report.cells(lane -> List.of(disk(lane, BenchKeyspace.TABLE), disk(lane, RANDOM))));
  }

  /** Bytes of chunks over those of rows. */
  private static double part(Report report, String lane, String table) {
    return bytes(report, lane, table + "_chunks") / bytes(report, lane, table);
  }

  private Report.Plot timePlot(Report report) {
    return new GroupPlot(
            "Time of a point, as a row and in a chunk",
            "aggregate",
            "ns a point (client)",
            Arrays.stream(Question.values()).map(Question::toString).toList())
        .logarithmic()
        .lanes(
            report.lanes(), lane -> cells(lane).stream().map(cell -> nanos(report, cell)).toList())
        .named("time", "nanoseconds of a point, of rows and of chunks");
  }

  private String speed(Report report, String lane) {
    ToDoubleFunction<Question> gain = question -> gain(report, question.cell(lane));
    return Numbers.in(
        "of %,d points, the mean of chunks is %s times as fast as the built-in `avg` over rows and their t-digest %s times; over rows, `mean` takes %s times the time of `avg`, `tdigest` %s times",
        rows(lane),
        gain.applyAsDouble(Question.CHUNKS_MOMENTS),
        gain.applyAsDouble(Question.CHUNKS_TDIGEST),
        1 / gain.applyAsDouble(Question.ROWS_MEAN),
        1 / gain.applyAsDouble(Question.ROWS_TDIGEST));
  }

  private static String size(Report report, String lane) {
    return Numbers.in(
        "on disk a reading takes %s bytes as a row and %s in a chunk (%s of the row), a random double %s and %s (%s)",
        bytes(report, lane, BenchKeyspace.TABLE),
        bytes(report, lane, CHUNKS),
        part(report, lane, BenchKeyspace.TABLE),
        bytes(report, lane, RANDOM),
        bytes(report, lane, RANDOM_CHUNKS),
        part(report, lane, RANDOM));
  }
}
