/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import java.time.Duration;
import java.util.Optional;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.plan.Bounds;
import org.cassandrastats.client.internal.plan.ClusterFacts;
import org.cassandrastats.client.internal.plan.Forecast;
import org.cassandrastats.client.internal.plan.PlanOptions;
import org.cassandrastats.client.internal.plan.Planner;
import org.cassandrastats.client.internal.plan.QueryPlan;
import org.cassandrastats.client.internal.plan.Reading;
import org.cassandrastats.client.internal.plan.ServerLimits;
import org.cassandrastats.client.internal.plan.SplitForecast;

/** A query over one partition: planned, asked as it is, and split as the plan says. */
final class PlannedQuery {
  /** Rows that the plan expects; {@code _low} and {@code _high} are its limits. */
  static final String ROWS = "predicted_rows";

  /** Seconds that the plan expects of one query. */
  static final String ONE_QUERY = "predicted_one_query_seconds";

  /** Seconds that it expects of a split one. */
  static final String SPLIT = "predicted_split_seconds";

  /**
   * What the plan recommends: the number of a {@link
   * org.cassandrastats.client.internal.plan.QueryStrategy}.
   */
  static final String WAY = "recommended";

  static final String LOW = "_low";
  static final String HIGH = "_high";

  /** The 99th percentile of the requests of a split query, in seconds. */
  private static final String SLOW_REQUEST = "slow_request_seconds";

  private final StudyContext bench;
  private final MeasuredAggregate aggregate;
  private final ExactPart exact;
  private final String statement;
  private final StatsOptions options;
  private SplitForecast settings;

  PlannedQuery(StudyContext bench, MeasuredAggregate aggregate, int sensor, ExactPart exact) {
    this.bench = bench;
    this.aggregate = aggregate;
    this.exact = exact;
    this.statement =
        "SELECT %s FROM %s WHERE sensor = %d"
            .formatted(aggregate.selector(bench.functions()), BenchKeyspace.TABLE, sensor);
    this.options =
        StatsOptions.standard()
            .withPageSize(StudyContext.PAGE_SIZE)
            .withFunctionsKeyspace(bench.functionsKeyspace());
  }

  Attempt plan() {
    long start = System.nanoTime();
    try {
      QueryPlan plan = makePlan();
      Forecast forecast = plan.forecast();
      settings = forecast.split();
      Attempt attempt =
          Attempt.exact(QueryRunner.secondsSince(start), null)
              .with(WAY, plan.recommendation().way().number());
      attempt = with(attempt, ROWS, forecast.rows().rows());
      attempt = with(attempt, SPLIT, forecast.split().time());
      Optional<Bounds> one = forecast.oneQueryTime();
      return one.isPresent() ? with(attempt, ONE_QUERY, one.get()) : attempt;
    } catch (StatsException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  /**
   * The nodes' deadlines are out of reach, so that all can be measured; those of a plan are not.
   */
  private QueryPlan makePlan() {
    PlanOptions standard = PlanOptions.standard();
    return new Planner(
            bench.session(),
            new ClusterFacts(bench.lane(), false, Reading.CASSANDRA, ServerLimits.standard()),
            new PlanOptions(
                options,
                standard.sampleRows(),
                standard.sampleTime(),
                standard.countRows(),
                standard.demands()),
            message -> {})
        .plan(statement);
  }

  private static Attempt with(Attempt attempt, String name, Bounds span) {
    return attempt
        .with(name, span.likely())
        .with(name + LOW, span.low())
        // JSON has no infinity.
        .with(name + HIGH, Math.min(span.high(), Double.MAX_VALUE));
  }

  Attempt askOnce() {
    return bench.ask(
        StudyContext.statement(statement, StudyContext.PAGE_SIZE),
        row -> aggregate.check(row, exact));
  }

  Attempt askSplit() {
    if (settings == null) {
      // A study that is resumed may have its plan from before.
      settings = makePlan().forecast().split();
    }
    return bench
        .asker()
        .askSplit(
            statement,
            options
                .withTargetTime(Duration.ofMillis(Math.round(1000 * settings.targetTime())))
                .withInFlightPerNode(settings.inFlight()),
            row -> aggregate.check(row.get(0), exact),
            (attempt, requests) ->
                attempt.with(SLOW_REQUEST, QueryRunner.seconds(requests.slowTime())));
  }
}
