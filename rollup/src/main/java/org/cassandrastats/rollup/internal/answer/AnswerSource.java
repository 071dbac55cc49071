/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * What answers a question.
 *
 * @param stream gives the rows of the result in their order, and the result without them
 * @param description what there is to say of it; empty for nothing
 */
public record AnswerSource(
    BiFunction<StatsListener, Consumer<StatsRow>, StatsResult> stream, String description) {
  /** Rows. */
  public static AnswerSource ofRows(CqlSession session, StatsQuery query, StatsOptions options) {
    return ofRows(session, query, options, "");
  }

  private static AnswerSource ofRows(
      CqlSession session, StatsQuery query, StatsOptions options, String description) {
    return new AnswerSource(
        (listener, rows) -> StatsClient.of(session).stream(query, options, listener, rows),
        description);
  }

  /** The states of a rollup and rows where it has none, or rows where no rollup answers. */
  public static AnswerSource ofStates(CqlSession session, StatsQuery query, StatsOptions options) {
    StatementSender calls =
        new StatementSender(
            session,
            new Requests(session, options).consistencyLevel(),
            options.pageSize(),
            options.retryTimeout());
    try {
      RollupPlan plan = RollupPlan.of(calls, RollupQuestion.of(session, query, options));
      return new AnswerSource(
          (listener, rows) ->
              new RollupAnswer(session, options, plan, query.fill(), rows).run(listener),
          plan.description());
    } catch (RollupQuestion.Unanswerable reason) {
      return ofRows(
          session, query, options, "Answered by rows only, because " + reason.getMessage() + ".");
    }
  }
}
