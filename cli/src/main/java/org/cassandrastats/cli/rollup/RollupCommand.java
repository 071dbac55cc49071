/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.cassandrastats.cli.buckets.RunOptions;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.TaskOptions.RangeOptions;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.connection.LaneOption;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.localcluster.node.ExitGuard;
import org.cassandrastats.rollup.Follower;
import org.cassandrastats.rollup.Rollup;
import org.cassandrastats.rollup.Rollups;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunRange;
import org.cassandrastats.rollup.RunReport;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.state.RollupSteps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Keeps a table of states for each bucket of time. */
@Command(
    name = "rollup",
    description = {
      "Rolls a table of rows up into a table of states: for each partition and each bucket of time a"
          + " row with the number of rows and one state for each aggregate. Any buckets are then"
          + " merged by the *_merge aggregates, and asked without reading their rows again.",
      "The first run makes the table; each further one writes the buckets that have become complete"
          + " since. Run it as often as you like, from cron for example: a bucket is written by one"
          + " statement that replaces what was there, so that a run that was killed is simply started"
          + " again. Of two runs at once, what the later one has read stays.",
      "Rows that come later than --lag are not in their bucket until it is written again: by the next"
          + " run where it is within --late, or by --recompute.",
    },
    footer = {
      "  cassandra-stats rollup --contact-point 10.0.0.1:9042 --dry-run \\",
      "    --from shop.measurement --time at --bucket 1h \\",
      "    --state \"moments(value)\" --state \"tdigest(value)\" --into shop.measurement_hourly",
      "  cassandra-stats rollup --contact-point 10.0.0.1:9042 \\",
      "    --from shop.measurement --time at --bucket 1h \\",
      "    --state \"moments(value)\" --state \"tdigest(value)\" --into shop.measurement_hourly \\",
      "    --recompute 2026-07-01T12:00:00Z 2026-07-01T15:00:00Z",
      "  cassandra-stats rollup --contact-point 10.0.0.1:9042 \\",
      "    --from shop.measurement_hourly --time bucket --bucket 1mo --timezone Europe/Berlin \\",
      "    --state \"tdigest_merge(tdigest_value) AS digest\" --into shop.measurement_monthly",
      "  cassandra-stats rollup --contact-point 10.0.0.1:9042 --follow --late 2d \\",
      "    --from shop.measurement --time at --bucket 1h \\",
      "    --state \"moments(value)\" --state \"tdigest(value)\" --into shop.measurement_hourly",
      "",
      "Then, in cqlsh:",
      "  SELECT stats.moments_mean(stats.moments_merge(moments_value)) FROM shop.measurement_hourly",
      "    WHERE sensor = 'roof' AND bucket >= '2026-07-01' AND bucket < '2026-08-01';",
    })
public final class RollupCommand implements Callable<Integer> {
  private static final String EVERY = "--every";

  @Mixin private ClusterOptions cluster;
  @Mixin private TaskOptions task;

  @Option(
      names = "--state",
      required = true,
      paramLabel = "AGGREGATE",
      description =
          "What each bucket holds: an aggregate that gives a state, such as \"tdigest(value)\" or"
              + " \"histogram(value, 0, 100, 20) AS spread\". May be given several times. The column"
              + " is named after it (tdigest_value) if AS does not name it.")
  private List<String> states = new ArrayList<>();

  @Mixin private RangeOptions ranges;

  @Option(
      names = "--late",
      paramLabel = "SPAN",
      defaultValue = "0s",
      description =
          "How far back a run computes buckets again, for rows that came after they were written. What"
              + " is the same then is left, and so are buckets of which the table's"
              + " default_time_to_live may have taken rows. Default: ${DEFAULT-VALUE}, none.")
  private Duration late;

  @Option(
      names = RollupSteps.AGAIN,
      arity = "2",
      paramLabel = "TIME",
      description =
          "Write the buckets from one time to another again, from the rows that are there now. Buckets"
              + " without rows stay as they are.")
  private List<Instant> recompute = new ArrayList<>();

  @Option(
      names = "--partitions",
      paramLabel = "COLUMN=SPAN",
      description =
          "The column of the partition key that cuts each series by time in UTC, and how wide its"
              + " partitions are: day=1d, partition=1mo. It is a date, timestamp or bigint that holds"
              + " their beginning. Known where --from is a rollup that was made with it.")
  private String partitions;

  @Option(
      names = "--into-partitions",
      paramLabel = "SPAN",
      description =
          "How wide the partitions of the rollup are, such as 1y, by the days of --timezone. Default:"
              + " as wide as those of the rows.")
  private String intoPartitions;

  @Option(
      names = Task.DROP,
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Columns of the primary key before the time that the rollup has not: series that differ in"
              + " them only share buckets. Each is read of all these series whenever it is written.")
  private List<String> dropped = List.of();

  @Option(
      names = "--ttl",
      paramLabel = "SPAN",
      description =
          "How long states are kept, from the end of their bucket on, such as 90d; later runs need not"
              + " repeat it. Default: no limit.")
  private Duration ttl;

  @Option(
      names = "--follow",
      description =
          "Go on until SIGTERM or Ctrl-C: write each bucket when it is complete, with a line for it. A"
              + " process that is killed is started again by the same command.")
  private boolean follow;

  @Option(
      names = EVERY,
      paramLabel = "SPAN",
      defaultValue = "10m",
      description =
          "With --follow, how often to look for rows that came late and, where --from is a rollup, for"
              + " buckets that it has completed. Default: ${DEFAULT-VALUE}.")
  private Duration every;

  @Mixin private RunOptions options;
  @Mixin private LaneOption lane;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (follow && (ranges.isDryRun() || ranges.isEnding() || !recompute.isEmpty())) {
      throw new ParameterException(
          spec.commandLine(),
          "--follow goes on until it is stopped: expected no --dry-run, --until or "
              + RollupSteps.AGAIN);
    }
    if (!follow && spec.commandLine().getParseResult().hasMatchedOption(EVERY)) {
      throw new ParameterException(spec.commandLine(), EVERY + " is for --follow: expected both");
    }
    if (every.isZero()) {
      throw new ParameterException(spec.commandLine(), EVERY + " is 0s: expected 1s or more");
    }
    // What is wrong with the options is said before a node is asked.
    String keyspace = cluster.keyspace();
    RunRange range = ranges.range(RollupSteps.AGAIN, recompute);
    Rollup rollup = rollup();
    StatsOptions requests =
        options.requests().withFunctionsKeyspace(keyspace).withLane(lane.lane());
    Consumer<Lane> began = taken -> LaneOption.say(lane.lane(), taken, keyspace);
    options.run(
        cluster,
        (session, out) -> {
          Rollups rollups =
              Rollups.of(session).withOptions(requests).withInFlight(options.inFlight());
          if (follow) {
            follow(rollups.follower(rollup, every), new BucketLines(began, out));
          } else {
            once(rollups, rollup, range, began, out);
          }
        });
    return 0;
  }

  private Rollup rollup() {
    Rollup.Builder rollup = task.fill(Rollup.builder()).lag(ranges.lag()).late(late);
    states.forEach(rollup::state);
    if (partitions != null) {
      task.read("--partitions " + partitions, () -> rollup.partitions(partitions));
    }
    if (intoPartitions != null) {
      task.read("--into-partitions " + intoPartitions, () -> rollup.intoPartitions(intoPartitions));
    }
    if (!dropped.isEmpty()) {
      task.read(
          Task.DROP + " " + String.join(",", dropped),
          () -> rollup.dropColumns(dropped.toArray(String[]::new)));
    }
    if (ttl != null) {
      rollup.timeToLive(ttl);
    }
    try {
      return rollup.build();
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  /**
   * Runs once, and says what was done.
   *
   * @throws UserError at the end, if buckets are not what their rows give
   */
  private void once(
      Rollups rollups, Rollup rollup, RunRange range, Consumer<Lane> began, Consumer<String> out) {
    boolean dry = ranges.isDryRun();
    try (Progress.Share bar = Console.standard().share(dry ? "Counting" : "Rolling up")) {
      RunListener shown =
          new RunOptions.Shown(bar) {
            @Override
            public void began(Lane taken) {
              began.accept(taken);
            }
          };
      RunReport report =
          dry ? rollups.dryRun(rollup, range, shown) : rollups.run(rollup, range, shown);
      report.lines().forEach(out);
      report
          .left()
          .ifPresent(
              line -> {
                throw new UserError(line);
              });
    }
  }

  /** Runs again and again until the JVM ends. */
  private static void follow(Follower follower, RunListener listener) {
    ExitGuard guard = ExitGuard.register("end following", follower::close);
    try {
      follower.run(listener);
    } finally {
      guard.release();
    }
  }
}
