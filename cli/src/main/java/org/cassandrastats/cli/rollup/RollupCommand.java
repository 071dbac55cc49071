/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.buckets.BucketSteps;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.RunOptions;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.TaskOptions.RangeOptions;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
          + " again.",
      "Rows that come later than --lag are not in their bucket until --recompute writes it again.",
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
      "    --from shop.measurement_hourly --time bucket --bucket 1d \\",
      "    --state \"tdigest_merge(tdigest_value) AS digest\" --into shop.measurement_daily",
      "",
      "Then, in cqlsh:",
      "  SELECT stats.moments_mean(stats.moments_merge(moments_value)) FROM shop.measurement_hourly",
      "    WHERE sensor = 'roof' AND bucket >= '2026-07-01' AND bucket < '2026-08-01';",
    })
public final class RollupCommand implements Callable<Integer> {
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
      names = RollupSteps.AGAIN,
      arity = "2",
      paramLabel = "TIME",
      description =
          "Write the buckets from one time to another again, from the rows that are there now. Buckets"
              + " without rows stay as they are.")
  private List<Instant> recompute = new ArrayList<>();

  @Mixin private RunOptions options;

  @Override
  public Integer call() {
    TaskOptions.Task wanted = task.task();
    String keyspace = cluster.keyspace();
    RangeOptions.Selection range = ranges.range(RollupSteps.AGAIN, recompute);
    // What is wrong with the options is said before a node is asked.
    StatsOptions split = options.split(keyspace);
    int inFlight = options.inFlight();
    try {
      options.run(
          cluster,
          calls -> {
            BucketSteps.Plan<RollupTarget> plan =
                RollupSteps.resolve(calls.session(), wanted, states, keyspace);
            return run(calls, plan, split, inFlight, range);
          });
    } catch (StatsException failed) {
      throw new UserError(failed.getMessage(), failed);
    }
    return 0;
  }

  private List<String> run(
      StatementSender calls,
      BucketSteps.Plan<RollupTarget> plan,
      StatsOptions split,
      int inFlight,
      RangeOptions.Selection range) {
    boolean dry = ranges.isDryRun();
    try (Progress.Share bar = Console.standard().share(dry ? "Counting" : "Rolling up")) {
      BucketTally tally = new BucketTally(bar);
      RollupSteps steps = new RollupSteps(calls, plan, split, tally);
      return new BucketSteps(calls, plan, steps, tally, inFlight)
          .run(range, dry, cluster.keyspace());
    } catch (DriverException failed) {
      throw StatementSender.refused(
          failed,
          "rollup",
          "SELECT on %s, EXECUTE on the functions, %s"
              .formatted(plan.source().name(), plan.neededToWrite()));
    }
  }
}
