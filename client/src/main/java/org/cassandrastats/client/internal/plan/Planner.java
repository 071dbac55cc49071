/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.run.SplitClient;

/**
 * Finds out what a query would take, by reading settings and a bounded number of rows, and what to
 * do. Nothing is written.
 *
 * @param session like that of an application, with schema and token map
 * @param facts of its cluster
 * @param options how the plan is made
 * @param messages takes what is being done, a line at a time
 */
public record Planner(
    CqlSession session, ClusterFacts facts, PlanOptions options, Consumer<String> messages) {
  private static final Duration NO_DEADLINE = Duration.ofDays(1);

  /**
   * Makes a plan.
   *
   * @param statement the query, as it would be sent to Cassandra
   * @throws StatsException if it cannot be read, or can be neither asked nor split, or if no sample
   *     can be taken
   */
  public QueryPlan plan(String statement) {
    Select select = SelectParser.parse(statement, List.of());
    try {
      return plan(statement, select, QuerySurvey.open(session, options.run(), select));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StatsException("The plan was interrupted.", interrupted);
    }
  }

  private QueryPlan plan(String statement, Select select, QuerySurvey survey)
      throws InterruptedException {
    messages.accept("Looking at the rows of %s ...".formatted(Names.cql(survey.table())));
    RowSurvey.Found looked = RowSurvey.of(survey);
    RowSurvey.Found found = options.countRows() ? counted(select, looked) : looked;
    messages.accept(
        "Taking samples of up to %,d of %s rows ..."
            .formatted(options.sampleRows(), Texts.rows(found.rows())));
    Sample sample =
        new Sampler(survey, found, Selectors.of(select, survey), options.sampleTime())
            .take(options.sampleRows());
    Forecast forecast = forecast(select, survey, found, sample);
    return new QueryPlan(
        statement,
        Names.cql(survey.table()),
        survey.isWholeTable(),
        timeColumn(survey, found),
        Selectors.states(survey, options.run().functionsKeyspace()),
        facts,
        TableFacts.read(session, survey.table()),
        found.partitions(),
        sample,
        Selectors.floor(select, survey.table()),
        forecast,
        survey
            .uncutColumn()
            .map(
                column ->
                    Recommendation.uncut(
                        column, forecast, options.demands(), survey.isWholeTable()))
            .orElseGet(() -> Recommendation.of(forecast, options.demands())));
  }

  private Forecast forecast(
      Select select, QuerySurvey survey, RowSurvey.Found found, Sample sample) {
    Duration deadline = facts.limits().deadline(survey.isWholeTable());
    double seconds = ServerLimits.shorter(deadline, NO_DEADLINE).toNanos() / 1e9;
    // Groups come page by page, and each page has a deadline of its own.
    double requests =
        survey.isGrouped() && survey.isWholeTable()
            ? Math.max(1, found.partitions().rows().likely() / options.run().pageSize())
            : 1;
    Bounds rows = found.rows().rows();
    List<LaneForecast> lanes =
        LaneForecast.of(
            facts.lane(),
            facts.everyNodeHasJar(),
            facts.reading(),
            Selectors.aggregatesOfPack(select, options.run().functionsKeyspace()),
            sample,
            rows.times(1 / requests),
            seconds);
    return new Forecast(
        found.rows(),
        seconds,
        lanes,
        requests,
        SplitForecast.of(rows, sample, seconds),
        Forecast.Rollup.of(
            rows.likely(), found.partitions().rows().likely(), found.timeSpan(), sample),
        sample.refusal());
  }

  /** The same with all rows counted, by a split query. */
  private RowSurvey.Found counted(Select select, RowSurvey.Found looked) {
    StatsQuery count = StatsQuery.of(Selectors.count(select));
    long rows =
        new SplitClient(session, SplitClient::daemon)
            .run(count, options.run(), progress -> {})
            .statistics()
            .rows();
    return new RowSurvey.Found(
        Forecast.Rows.exact(rows, "counted"), looked.partitions(), looked.timeSpan());
  }

  private static Optional<String> timeColumn(QuerySurvey survey, RowSurvey.Found found) {
    return found
        .timeSpan()
        .flatMap(span -> survey.splitColumn())
        .map(column -> Names.cql(column.getName()));
  }
}
