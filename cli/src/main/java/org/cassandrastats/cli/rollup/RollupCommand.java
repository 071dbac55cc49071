/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.cassandrastats.cli.buckets.RunOptions;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.TaskOptions.RangeOptions;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.connection.LaneOption;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.text.TimeTexts;
import org.cassandrastats.localcluster.node.ExitGuard;
import org.cassandrastats.rollup.internal.bucket.BucketTally;
import org.cassandrastats.rollup.internal.bucket.Following;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.state.RollupRun;
import org.cassandrastats.rollup.internal.state.RollupSteps;
import org.cassandrastats.rollup.internal.table.StatementSender;
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

  /** Cassandra's own limit. */
  private static final Duration LONGEST = Duration.ofDays(20 * 365L);

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
      names = "--ttl",
      paramLabel = "SPAN",
      description =
          "How long states are kept, from the end of their bucket on, such as 90d; later runs need not"
              + " repeat it. Default: for ever.")
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
    String keyspace = cluster.keyspace();
    Task.Range selection = ranges.range(RollupSteps.AGAIN, recompute);
    // What is wrong with the options is said before a node is asked.
    RollupRun run =
        new RollupRun(
            task.task(timeToLive(selection), partitions, intoPartitions),
            states,
            new RollupSteps.Choices(options.split(keyspace).withLane(lane.lane()), late),
            selection,
            ranges.isDryRun(),
            options.inFlight());
    options.run(
        cluster,
        (calls, out) -> {
          RollupRun decided =
              run.in(calls.session(), taken -> LaneOption.say(lane.lane(), taken, keyspace));
          if (follow) {
            follow(decided, calls, out);
          } else {
            once(decided, calls, out);
          }
        });
    return 0;
  }

  /**
   * Runs once, and says what was done.
   *
   * @throws UserError at the end, if buckets are not what their rows give
   */
  private static void once(RollupRun run, StatementSender calls, Consumer<String> out) {
    try (Progress.Share bar = Console.standard().share(run.isDry() ? "Counting" : "Rolling up")) {
      BucketTally tally = new BucketTally(RunOptions.shown(bar));
      run.run(calls, tally, (start, rows, isChanged) -> {}, () -> false).forEach(out);
      RollupRun.left(tally)
          .ifPresent(
              line -> {
                throw new UserError(line);
              });
    }
  }

  /** Runs again and again until the JVM ends, and says what was written of each bucket. */
  private void follow(RollupRun run, StatementSender calls, Consumer<String> out) {
    Following following = new Following(run.task().buckets(), run.range().lag(), every);
    ExitGuard guard = ExitGuard.register("end following", following::close);
    try {
      following.go(stop -> cycle(run, calls, out, stop), () -> out.accept("Stopped."));
    } finally {
      guard.release();
    }
  }

  private static void cycle(
      RollupRun run, StatementSender calls, Consumer<String> out, BooleanSupplier stop) {
    BucketLines written = new BucketLines();
    BucketTally tally = new BucketTally(BucketTally.Listener.NONE);
    List<String> summary = run.run(calls, tally, written, stop);
    if (written.areTooMany()) {
      summary.forEach(out);
    } else {
      written.lines().forEach(out);
      // Between how much was written and how far it is complete: what somebody has to know.
      summary.subList(1, summary.size() - 1).forEach(out);
    }
    RollupRun.left(tally).ifPresent(out);
  }

  /** A bucket is written when it has been over for the lag. */
  private Duration timeToLive(Task.Range selection) {
    if (ttl != null && (ttl.compareTo(selection.lag()) <= 0 || ttl.compareTo(LONGEST) > 0)) {
      throw new ParameterException(
          spec.commandLine(),
          "--ttl is %s: expected more than the --lag of %s, and at most %s"
              .formatted(
                  TimeTexts.format(ttl),
                  TimeTexts.format(selection.lag()),
                  TimeTexts.format(LONGEST)));
    }
    return ttl;
  }
}
