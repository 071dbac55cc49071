/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.split.LaneChoice;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.BucketSteps;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * A run of a rollup that is asked for.
 *
 * @param states the aggregates
 * @param isDry whether nothing is to be written
 */
public record RollupRun(
    Task task,
    List<String> states,
    RollupSteps.Choices choices,
    Task.Range range,
    boolean isDry,
    int inFlight) {
  /**
   * The same in the lane that the cluster has, where none was asked for.
   *
   * @param began is told the lane
   */
  public RollupRun in(CqlSession session, Consumer<Lane> began) {
    StatsOptions options = choices.split();
    try {
      Lane lane = LaneChoice.ofPack(new Requests(session, options));
      began.accept(lane);
      return new RollupRun(task, states, choices.in(lane), range, isDry, inFlight);
    } catch (InterruptedException interrupted) {
      throw StatementSender.interrupted(interrupted);
    }
  }

  /**
   * Runs.
   *
   * @param tally counts what is done
   * @param listener hears of buckets that are written
   * @param stop whether the run is to end early, with what is done
   * @return what there is to say: first how much was written, last how far it is complete, unless
   *     buckets were named
   */
  public List<String> run(
      StatementSender calls,
      BucketCounts tally,
      BucketWriter.Listener listener,
      BooleanSupplier stop) {
    String keyspace = choices.split().functionsKeyspace();
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

  /** What there is to say of buckets that should have been written, and could not be. */
  public static Optional<String> left(BucketCounts tally) {
    long ahead = tally.of(Count.AHEAD);
    return ahead == 0
        ? Optional.empty()
        : Optional.of(
            Counted.of(ahead, "bucket was", "buckets were")
                + " left, whose write time is later than that of any run: a clock that is ahead has given it. Run the same command again when that time has passed.");
  }
}
