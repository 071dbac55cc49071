/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.run.PreviousBuckets;
import org.cassandrastats.client.internal.run.ResultRows;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.rollup.internal.answer.RollupAnswer;
import org.cassandrastats.rollup.internal.answer.RollupPlan;
import org.cassandrastats.rollup.internal.answer.RollupQuestion;
import org.cassandrastats.rollup.internal.answer.StatesBefore;
import org.cassandrastats.rollup.internal.chunk.PackAnswer;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * A question about rows, and what answers it: the states of a rollup and rows where it has none,
 * rows where no rollup answers, or chunks and the rows that are there. The answer is that of the
 * rows, but for the error of the states that are merged.
 */
public final class RollupQuery {
  private final BiFunction<StatsListener, Consumer<StatsRow>, StatsResult> source;
  private final String description;

  private RollupQuery(
      BiFunction<StatsListener, Consumer<StatsRow>, StatsResult> source, String description) {
    this.source = source;
    this.description = description;
  }

  static RollupQuery of(CqlSession session, StatsQuery query, StatsOptions options) {
    try {
      RollupPlan plan =
          RollupPlan.of(
              StatementSender.of(session, options), RollupQuestion.of(session, query, options));
      return new RollupQuery(
          (listener, rows) -> answer(session, query, options, plan, rows).run(listener),
          plan.description());
    } catch (RollupQuestion.Unanswerable reason) {
      return new RollupQuery(
          (listener, rows) -> StatsClient.of(session).stream(query, options, listener, rows),
          "Answered by rows only, because " + reason.getMessage() + ".");
    }
  }

  private static RollupAnswer answer(
      CqlSession session,
      StatsQuery query,
      StatsOptions options,
      RollupPlan plan,
      Consumer<StatsRow> rows) {
    SplitQuery asked = plan.question().rows();
    PreviousBuckets previous = new PreviousBuckets(asked, new StatesBefore(session, options, plan));
    ResultRows result = new ResultRows(asked, query, options, previous, rows);
    return new RollupAnswer(session, options, plan, result::take, result::complete);
  }

  static RollupQuery ofPack(CqlSession session, StatsQuery query, StatsOptions options) {
    PackAnswer answer = PackAnswer.of(session, query, options);
    return new RollupQuery(
        (listener, rows) -> answer.run(query, options, listener, rows), answer.description());
  }

  /** What answers, in one line: which rollup, until when, or why none; or which chunks. */
  public String description() {
    return description;
  }

  /**
   * Asks.
   *
   * @param rows takes the rows of the result in their order
   * @return the result without its rows
   * @throws org.cassandrastats.client.api.StatsException if the query is refused or cannot go on
   */
  public StatsResult stream(StatsListener listener, Consumer<StatsRow> rows) {
    return source.apply(listener, rows);
  }

  /**
   * Asks.
   *
   * @throws org.cassandrastats.client.api.StatsException if the query is refused or cannot go on
   */
  public StatsResult run(StatsListener listener) {
    List<StatsRow> rows = new ArrayList<>();
    StatsResult result = stream(listener, rows::add);
    return StatsResult.of(result.columns(), rows, result.statistics());
  }
}
