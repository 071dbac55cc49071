/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.cassandrastats.cli.buckets.BucketSteps;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketTally.Count;
import org.cassandrastats.cli.buckets.Following;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.TaskOptions.RangeOptions;
import org.cassandrastats.cli.connection.LaneOption;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Counted;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsOptions.Lane;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.split.LaneChoice;

/**
 * What a command line asks for.
 *
 * @param states the aggregates
 * @param isDry whether nothing is to be written
 * @param keyspace of the functions, without quotes
 */
record RollupRun(
    TaskOptions.Task task,
    List<String> states,
    RollupSteps.Choices choices,
    RangeOptions.Selection range,
    boolean isDry,
    int inFlight,
    String keyspace) {
  /** The same in the lane that the cluster has, where none was asked for. */
  RollupRun in(CqlSession session) {
    StatsOptions options = choices.split();
    try {
      Lane lane = LaneChoice.ofPack(new Requests(session, options));
      LaneOption.say(options.lane(), lane, keyspace);
      return new RollupRun(task, states, choices.in(lane), range, isDry, inFlight, keyspace);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UserError("The run was interrupted. Run the same command again to go on.");
    }
  }

  /**
   * Runs once, and says what was done.
   *
   * @throws UserError at the end, if buckets are not what their rows give
   */
  void once(StatementSender calls, Consumer<String> out) {
    try (Progress.Share bar = Console.standard().share(isDry ? "Counting" : "Rolling up")) {
      BucketTally tally = new BucketTally(bar);
      run(calls, tally, (start, rows, isChanged) -> {}, () -> false).forEach(out);
      left(tally)
          .ifPresent(
              line -> {
                throw new UserError(line);
              });
    }
  }

  /** Runs again and again until the JVM ends, and says what was written of each bucket. */
  void follow(StatementSender calls, Duration every, Consumer<String> out) {
    new Following(task.buckets(), range.lag(), every)
        .go(stop -> cycle(calls, out, stop), () -> out.accept("Stopped."));
  }

  private void cycle(StatementSender calls, Consumer<String> out, BooleanSupplier stop) {
    BucketLines written = new BucketLines();
    BucketTally tally = new BucketTally(Progress.Share.NONE);
    List<String> summary = run(calls, tally, written, stop);
    if (written.areTooMany()) {
      summary.forEach(out);
    } else {
      written.lines().forEach(out);
      // Between how much was written and how far it is complete: what somebody has to know.
      summary.subList(1, summary.size() - 1).forEach(out);
    }
    left(tally).ifPresent(out);
  }

  /** What there is to say of buckets that should have been written, and could not be. */
  private static Optional<String> left(BucketTally tally) {
    long ahead = tally.of(Count.AHEAD);
    return ahead == 0
        ? Optional.empty()
        : Optional.of(
            Counted.of(ahead, "bucket was", "buckets were")
                + " left, whose write time is later than that of any run: a clock that is ahead has given it. Run the same command again when that time has passed.");
  }

  private List<String> run(
      StatementSender calls, BucketTally tally, Writing.Listener listener, BooleanSupplier stop) {
    BucketSteps.Plan<RollupTarget> plan =
        RollupSteps.resolve(calls.session(), task, states, keyspace);
    try {
      RollupSteps steps = new RollupSteps(calls, plan, choices, tally, listener);
      return new BucketSteps(calls, plan, steps, tally, inFlight, stop).run(range, isDry, keyspace);
    } catch (DriverException failed) {
      throw StatementSender.refused(
          failed,
          "rollup",
          "SELECT on %s, EXECUTE on the functions, %s"
              .formatted(plan.source().name(), plan.neededToWrite()));
    }
  }
}
