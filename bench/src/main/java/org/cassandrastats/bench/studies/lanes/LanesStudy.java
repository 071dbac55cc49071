/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.lanes;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.LocalPack;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The aggregates of the pack beside the built-in average, in each lane. */
@Command(
    name = "lanes",
    header = "All aggregates beside the built-in avg, in each lane.",
    description = {
      "Times the aggregates of the pack beside the built-in avg() in each lane, over the rows of one"
          + " partition and over groups of ten rows, and looks at the heap of the node while it"
          + " groups.",
      "A query's time is divided by the mean of those of avg() just before and after it, so that a"
          + " load from elsewhere meets both. In the lanes of user-defined functions there are a"
          + " third of the runs, and three tenths of the rows and groups; with UDF threads three"
          + " hundredths, as each row is handed to another thread.",
      "On throw-away nodes only. Takes about 30 minutes, of which the lane native takes 20.",
    },
    footer = {
      "  cassandra-stats bench lanes",
      "  cassandra-stats bench lanes --lane udf-threads-off --parts limits --only mean,tdigest",
      "  cassandra-stats bench lanes --lane native --parts all --runs-of-all 9 --only variance",
    })
@StudyDefaults(
    lanes = {BenchLane.NATIVE, BenchLane.UDF_THREADS_OFF, BenchLane.UDF_THREADS_ON},
    runs = 11)
public final class LanesStudy extends Study {
  private static final String RECORDING = "lanes";
  private static final int FEWEST_RUNS = 2;
  private static final List<Integer> GROUPS_OF_HEAP = List.of(1_000, 10_000, 100_000);

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of the large partition. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--groups",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Groups of ten rows. Default: ${DEFAULT-VALUE}.")
  private int groups;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      defaultValue = "limits,groups,all,heap",
      description =
          "What is measured: the aggregates that the project has set limits for, these over groups,"
              + " all aggregates, the heap during queries over groups. Default: ${DEFAULT-VALUE}.")
  private List<String> parts;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "FUNCTION",
      description = "Measure only these aggregates. Default: all of them.")
  private List<String> only = List.of();

  @Option(
      names = "--runs-of-groups",
      paramLabel = "N",
      defaultValue = "7",
      description = "Runs over groups. Default: ${DEFAULT-VALUE}.")
  private int runsOfGroups;

  @Option(
      names = "--runs-of-all",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs of all aggregates. Default: ${DEFAULT-VALUE}.")
  private int runsOfAll;

  @Option(
      names = "--heap-seconds",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "How long the heap is looked at for each query, in the lane native. Default:"
              + " ${DEFAULT-VALUE}.")
  private int heapSeconds;

  @Option(
      names = "--jmh",
      paramLabel = "FILE",
      description = "Also report what the profile lane-jmh of bench/lanes has written as CSV.")
  private Path jmh;

  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description = "Also record the node of the last lane with JDK Flight Recorder.")
  private Path recording;

  @Override
  protected void check() {
    options().refuseContainers("it looks into the heap of the node while it runs");
    options().require("--rows", rows, 1000, RowCounts.LARGEST);
    options().require("--groups", groups, 1000, RowCounts.LARGEST / LaneQueries.ROWS_OF_A_GROUP);
    options().require("--runs-of-groups", runsOfGroups, 1, 1000);
    options().require("--runs-of-all", runsOfAll, 1, 1000);
    options().require("--heap-seconds", heapSeconds, 1, 3600);
    parts = parts.stream().distinct().toList();
    if (!LanesReport.PARTS.containsAll(parts)) {
      throw refused("--parts: expected some of " + String.join(", ", LanesReport.PARTS));
    }
  }

  /** What is added to the runs of a lane when it has been measured must not change on the way. */
  @Override
  protected void describe(StudyFacts facts) {
    if (jmh != null) {
      facts.add("Results of JMH", "checksum " + LaneQueries.checksum(jmh));
    }
  }

  /** It has rows of its own. */
  @Override
  public int rows(String lane) {
    return 0;
  }

  @Override
  public long storedRows(String lane) {
    return part(rows, lane) + LaneQueries.ROWS_OF_A_GROUP * 2L * part(groups, lane);
  }

  /** What of a number is measured in a lane. */
  private static int part(int number, String lane) {
    return switch (BenchLane.named(lane)) {
      case NATIVE -> number;
      case UDF_THREADS_OFF -> number / 10 * 3;
      case UDF_THREADS_ON -> number / 100 * 3;
    };
  }

  private static boolean isNative(String lane) {
    return lane.equals(BenchLane.NATIVE.toString());
  }

  /** A heap that grows while it is measured would be charged to some of the queries. */
  @Override
  public List<NodeVariant> variants() {
    List<String> arguments =
        new ArrayList<>(List.of("-Xms" + options().heap(), "-XX:+AlwaysPreTouch"));
    if (recording != null) {
      arguments.add("-XX:StartFlightRecording=name=" + RECORDING + ",settings=profile");
    }
    return List.of(NodeVariant.of(arguments));
  }

  /** What is asked in a part of the study. */
  private List<AggregateCall> calls(String lane, String part) {
    Stream<AggregateCall> calls =
        switch (part) {
          case LanesReport.LIMITS ->
              Stream.concat(
                  AggregateCall.withLimits().stream(),
                  isNative(lane) ? Stream.empty() : Stream.of(AggregateCall.IDLE));
          case LanesReport.ALL -> AggregateCall.ofTheCatalogue(CatalogueFile.read()).stream();
          case LanesReport.HEAP ->
              Stream.concat(Stream.of(AggregateCall.AVERAGE), AggregateCall.ofGroups().stream());
          default -> AggregateCall.ofGroups().stream();
        };
    return calls
        .filter(call -> only.isEmpty() || only.contains(call.function()) || isBase(call))
        .toList();
  }

  private static boolean isBase(AggregateCall call) {
    return call.equals(AggregateCall.AVERAGE) || call.equals(AggregateCall.IDLE);
  }

  private List<String> timedParts() {
    return parts.stream().filter(part -> !part.equals(LanesReport.HEAP)).toList();
  }

  private List<Cell> cells(String lane, String part) {
    return Grid.of(lane)
        .by(LanesReport.PART, List.of(part))
        .by(LanesReport.QUERY, calls(lane, part).stream().map(AggregateCall::name).toList())
        .cells();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return timedParts().stream().flatMap(part -> cells(lane, part).stream()).toList();
  }

  private List<Integer> groupsOfHeap(String lane) {
    return parts.contains(LanesReport.HEAP) && isNative(lane)
        ? GROUPS_OF_HEAP.stream().filter(count -> count <= groups).toList()
        : List.of();
  }

  private static Cell heap(String lane, AggregateCall call, int count) {
    return Cell.of(lane)
        .with(LanesReport.PART, LanesReport.HEAP)
        .with(LanesReport.QUERY, call.name())
        .with(LanesReport.GROUPS, Integer.toString(count));
  }

  private Rounds rounds(RunLog log, Console console, String lane, String part) {
    int wanted =
        switch (part) {
          case LanesReport.LIMITS -> runs();
          case LanesReport.GROUPED -> runsOfGroups;
          default -> runsOfAll;
        };
    int runs = isNative(lane) ? wanted : Math.max(Math.min(wanted, FEWEST_RUNS), wanted / 3);
    return new Rounds(
        log, console, part.equals(LanesReport.ALL) ? Math.min(1, warmUp()) : warmUp(), runs);
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return timedParts().stream()
            .allMatch(
                part ->
                    rounds(log, Console.plain(), lane, part)
                        .areComplete(cells(lane, part), Rounds.UNTRACED))
        && groupsOfHeap(lane).stream()
            .allMatch(
                count ->
                    calls(lane, LanesReport.HEAP).stream()
                        .allMatch(call -> log.has(heap(lane, call, count), 0)));
  }

  @Override
  public void load(StudyContext bench) {
    String lane = bench.lane();
    if (!isNative(lane)) {
      LocalPack.install(bench.session(), bench.console());
      AggregateCall.STATEMENTS_OF_IDLE.forEach(
          cql ->
              bench
                  .session()
                  .execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofMinutes(1))));
    }
    SplittableRandom random = new SplittableRandom(options().seed());
    int count = part(rows, lane);
    ExactColumn column = ExactColumn.of(random.doubles(count, 20, 21).toArray());
    TreeSet<Integer> sizes = new TreeSet<>(groupsOfHeap(lane));
    sizes.add(part(groups, lane));
    new LaneQueries(bench).loadGroups(sizes, random);
    bench.load(BenchKeyspace.TABLE, column, count, 1, 1);
    bench.target().flushAndCompact();
  }

  @Override
  public void measure(StudyContext bench) {
    String lane = bench.lane();
    if (isNative(lane)) {
      // The server jar would halve the time of avg(), too, which the other lanes have as it is.
      bench.read(ReadPath.CASSANDRA);
    }
    LaneQueries queries = new LaneQueries(bench);
    for (String part : timedParts()) {
      rounds(bench.log(), bench.console(), lane, part)
          .measure(
              part + ", " + lane,
              cells(lane, part),
              Rounds.UNTRACED,
              bench.target(),
              queries.besideAverage(calls(lane, part), call -> from(lane, part, call)));
    }
    for (int count : groupsOfHeap(lane)) {
      for (AggregateCall call : calls(lane, LanesReport.HEAP)) {
        Cell cell = heap(lane, call, count);
        if (!bench.log().has(cell, 0)) {
          bench.console().say("Heap: %s, %,d groups ...".formatted(call.name(), count));
          bench.note(cell, 0, queries.heap(call, count, Duration.ofSeconds(heapSeconds)));
        }
      }
    }
    if (jmh != null) {
      LaneQueries.jmh(jmh, lane).forEach((cell, attempt) -> bench.note(cell, 0, attempt));
    }
    if (recording != null) {
      bench.management().writeRecording(RECORDING, recording);
    }
  }

  /** Merges take up to 30 times as long as the rest, and are asked over fewer rows. */
  private String from(String lane, String part, AggregateCall call) {
    return part.equals(LanesReport.GROUPED)
        ? LaneQueries.groups(part(groups, lane))
        : BenchKeyspace.TABLE
            + " WHERE sensor = 1"
            + (AggregateCall.isMerge(call.name()) ? " AND at < " + part(rows, lane) / 10 : "");
  }

  @Override
  protected void write(Report report) {
    new LanesReport(report, lane -> part(rows, lane), lane -> part(groups, lane)).write();
  }
}
