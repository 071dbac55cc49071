/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.storage;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long users wait who ask at the same time. */
@Command(
    name = "model",
    header = "Concurrent users: predicted and measured.",
    description = {
      "Has 1 to 8 users ask for an aggregate at the same time, and compares how long each waits with a"
          + " prediction: rows / scan speed of one user, times users / cores where there are more users"
          + " than cores.",
    },
    footer = {
      "  cassandra-stats bench model",
      "  cassandra-stats bench model --lane native --users 1,2,4,8,16 --rows 500000",
      "  cassandra-stats bench model --contact-point 10.0.0.1:9042 --cores 8 --output /tmp/bench",
    })
@StudyDefaults(traced = true)
public final class ModelStudy extends ClusterStudy {
  private static final Dimension<Integer> USERS = new Dimension<>("users");

  /** Seconds until all users had their answers. */
  private static final String ALL = "all_users_seconds";

  private static final int MOST_USERS = 256;
  private static final int MOST_CORES = 1024;

  @Mixin RowCounts rows;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,3,4,6,8",
      description =
          "How many ask at the same time; 1 is always among them. Default: ${DEFAULT-VALUE}.")
  private List<Integer> users;

  @Option(
      names = "--aggregate",
      paramLabel = "A",
      defaultValue = "mean",
      description = "What they ask for: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private MeasuredAggregate aggregate;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "Cores of the node that answers. Default: those of this machine, which a cluster of yours"
              + " may not have.")
  private Integer cores;

  @Override
  protected void check() {
    users.forEach(count -> options().require("--users", count, 1, MOST_USERS));
    cores =
        cores == null
            ? Runtime.getRuntime().availableProcessors()
            : options().require("--cores", cores, 1, MOST_CORES);
    users = Stream.concat(Stream.of(1), users.stream()).distinct().sorted().toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(USERS, users).cells();
  }

  /** All users begin at the same time and ask once; the time is the median of theirs. */
  @Override
  protected Rounds.Question questions(StudyContext bench) {
    return (cell, traced) -> {
      Callable<Attempt> user =
          () -> bench.ask(aggregate, rows(bench.lane()), StudyContext.PAGE_SIZE, traced);
      long start = System.nanoTime();
      List<Attempt> attempts = InFlight.all(Collections.nCopies(cell.get(USERS), user));
      return joined(attempts).with(ALL, QueryRunner.secondsSince(start));
    };
  }

  /** The first that was not exact, or the typical one. */
  private static Attempt joined(List<Attempt> attempts) {
    for (Attempt attempt : attempts) {
      if (!attempt.isExact()) {
        return attempt;
      }
    }
    double[] servers =
        attempts.stream()
            .filter(attempt -> attempt.serverSeconds() != null)
            .mapToDouble(Attempt::serverSeconds)
            .toArray();
    return Attempt.exact(
        Spread.of(attempts.stream().mapToDouble(Attempt::seconds).toArray()).median(),
        servers.length == 0 ? null : Spread.of(servers).median());
  }

  private static double alone(Report report, String lane) {
    return report.median(Cell.of(lane).with(USERS, 1));
  }

  private double predicted(Report report, Cell cell) {
    return alone(report, cell.lane()) * Math.max(1, (double) cell.get(USERS) / cores);
  }

  private double ratio(Report report, Cell cell) {
    return report.median(cell) / predicted(report, cell);
  }

  private double rowsPerSecond(Report report, Cell cell) {
    return (double) rows(cell.lane()) * cell.get(USERS) / report.median(cell, ALL);
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Concurrent users: predicted and measured",
        "All users ask for `%s` over the same partition at the same time, each once. Predicted: rows / scan speed of one user alone, and with more users than cores (%d) times users / cores. Measured: the median user's time, over the runs.",
        aggregate,
        cores);
    report.answers();
    int most = users.get(users.size() - 1);
    Function<String, Cell> all = lane -> Cell.of(lane).with(USERS, most);
    report.verdict(
        plot(report),
        report.said(
            "With %d users, ".formatted(most),
            lane ->
                Numbers.in(
                    "each waits %s s, predicted %s s (measured / predicted: %s)",
                    report.median(all.apply(lane)),
                    predicted(report, all.apply(lane)),
                    ratio(report, all.apply(lane)))),
        report.said(
            lane ->
                Numbers.in(
                    "one user reads %s rows a second, %d together %s",
                    Numbers.whole(rows(lane) / alone(report, lane)),
                    most,
                    Numbers.whole(rowsPerSecond(report, all.apply(lane))))));
    report
        .section("Waiting times", "")
        .by(Dimension.LANE)
        .right("users", cell -> cell.get(USERS))
        .number("predicted s", cell -> predicted(report, cell))
        .client("client s")
        .number("measured / predicted", cell -> ratio(report, cell))
        .count("rows a second, all users", cell -> rowsPerSecond(report, cell))
        .traced()
        .failed()
        .of(report.cells(this::cells));
  }

  private Report.Plot plot(Report report) {
    LinePlot plot =
        LinePlot.linear("Time that each of several users waits", "users", "seconds (client)");
    for (String lane : report.lanes()) {
      List<Cell> known =
          cells(lane).stream().filter(cell -> report.client(cell).isKnown()).toList();
      plot.line(
              lane + ", measured",
              Charts.colour(lane),
              0,
              known,
              cell -> cell.get(USERS),
              report::client)
          .line(
              lane + ", predicted",
              Charts.colour(lane),
              2,
              known,
              cell -> cell.get(USERS),
              cell -> Spread.exactly(predicted(report, cell)));
    }
    return plot.named("waiting", "seconds against users, measured and predicted");
  }
}
