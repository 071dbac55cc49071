/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.text.TimeTexts;

/**
 * What to do, and why.
 *
 * @param way how to ask
 * @param reasons sentences with numbers; the first says what decides
 */
public record Recommendation(QueryStrategy way, List<String> reasons) {
  /** A repeated query that keeps a node busy for less of the time is left as it is. */
  private static final double LITTLE_LOAD = 0.01;

  /** Copies the list. */
  public Recommendation {
    reasons = List.copyOf(reasons);
  }

  /** What the numbers say. */
  static Recommendation of(Forecast forecast, PlanOptions.Demands demands) {
    List<String> reasons = new ArrayList<>();
    QueryStrategy once = once(forecast, demands, reasons);
    QueryStrategy way =
        demands.repeatEvery().isPresent() ? repeated(forecast, demands, once, reasons) : once;
    if (way != QueryStrategy.ONE_QUERY) {
      fasterLane(forecast).ifPresent(reasons::add);
    }
    return new Recommendation(way, reasons);
  }

  /** The same where the rows of a partition cannot be cut. */
  static Recommendation uncut(
      ColumnMetadata column, Forecast forecast, PlanOptions.Demands demands, boolean wholeTable) {
    Recommendation all = of(forecast, demands);
    List<String> reasons = new ArrayList<>(all.reasons());
    boolean splits = all.way() == QueryStrategy.SPLIT && !wholeTable;
    if (splits) {
      reasons.remove(reasons.size() - 1);
    }
    reasons.add(
        "A partition cannot be cut at keys of the type %s (%s): query asks for it by one request%s."
            .formatted(
                column.getType().asCql(false, true),
                Names.cql(column.getName()),
                splits
                    ? ", which may exceed the deadline. Read its rows where there are more"
                        + " processors, or put them into several partitions"
                    : ", as CQL does"));
    return new Recommendation(splits ? QueryStrategy.ENGINE : all.way(), reasons);
  }

  private static QueryStrategy once(
      Forecast forecast, PlanOptions.Demands demands, List<String> reasons) {
    double longest = demands.longest().toNanos() / 1e9;
    String deadline = Texts.seconds(forecast.deadline());
    if (forecast.refusal().isPresent()) {
      reasons.add("Cassandra refuses the statement as it is: " + forecast.refusal().get());
    } else if (!forecast.rows().isBounded()) {
      reasons.add(
          "How many rows there are is not known (%s; --count counts them): requests that are sized by measured time stay within any deadline."
              .formatted(Texts.rows(forecast.rows())));
      return QueryStrategy.SPLIT;
    } else {
      LaneForecast one = forecast.oneQuery().orElseThrow();
      Bounds total = forecast.oneQueryTime().orElseThrow();
      String what =
          "One query takes %s%s; %s ends a request after %s"
              .formatted(
                  Texts.span(total),
                  forecast.requests() > 1
                      ? " in %s, the slowest %s"
                          .formatted(
                              Texts.requests(Math.ceil(forecast.requests())),
                              Texts.span(one.time()))
                      : "",
                  "the server's deadline",
                  deadline);
      if (one.fit() == LaneForecast.Fit.WITHIN && total.likely() <= longest) {
        reasons.add(
            "%s, and %.0f %% of that are left for a busy day."
                .formatted(what, 100 * Math.max(0, 1 - one.time().likely() / forecast.deadline())));
        return QueryStrategy.ONE_QUERY;
      }
      reasons.add(
          what
              + switch (one.fit()) {
                case EXCEEDS -> ".";
                case MAY_EXCEED ->
                    ", and a query should stay under %s (half of it) so as not to exceed it on a busy day."
                        .formatted(Texts.seconds(LaneForecast.Fit.SAFE_PART * forecast.deadline()));
                case WITHIN -> ".";
              });
    }
    return splitOrEngine(forecast, longest, reasons);
  }

  private static QueryStrategy splitOrEngine(
      Forecast forecast, double longest, List<String> reasons) {
    SplitForecast split = forecast.split();
    String what =
        "Split, it takes %s: %s of %s at most, %d at a time on each node, which is %s times as fast as one after the other"
            .formatted(
                Texts.span(split.time()),
                Texts.requests(split.requests().likely()),
                Texts.seconds(split.targetTime()),
                split.inFlight(),
                Texts.decimal(split.gain()));
    if (split.time().likely() <= longest) {
      reasons.add(what + ".");
      return QueryStrategy.SPLIT;
    }
    reasons.add(
        what
            + ". That is longer than the %s that an answer may take (--at-most): the rows have to be read by more processors than this cluster has for it, such as Spark's, or seldom, into a table of states."
                .formatted(Texts.seconds(longest)));
    return QueryStrategy.ENGINE;
  }

  private static QueryStrategy repeated(
      Forecast forecast, PlanOptions.Demands demands, QueryStrategy once, List<String> reasons) {
    double interval = demands.repeatEvery().orElseThrow().toNanos() / 1e9;
    Bounds time =
        once == QueryStrategy.ONE_QUERY
            ? forecast.oneQueryTime().orElseThrow()
            : forecast.split().time().times(forecast.split().gain());
    double load = time.likely() / interval;
    String often =
        "Asked every %s, the rows keep a processor busy for %s %% of the time"
            .formatted(Texts.seconds(interval), Texts.decimal(100 * load));
    if (once == QueryStrategy.ONE_QUERY && load < LITTLE_LOAD) {
      reasons.add(often + ": no reason to store states.");
      return once;
    }
    Optional<Forecast.Rollup> rollup = forecast.rollup();
    if (rollup.isEmpty()) {
      reasons.add(often + "; states of any length would stand for too few rows to help.");
      return once;
    }
    reasons.add(often + ". " + sentence(rollup.get()));
    return QueryStrategy.ROLLUP;
  }

  /** What a table of states would be, in a sentence. */
  public static String sentence(Forecast.Rollup rollup) {
    return "A table of states, one for each %s, merges %s states of about %s rows each instead: %s in total, some %s for an answer."
        .formatted(
            rollup.bucket().map(TimeTexts::format).orElse("partition"),
            Texts.count(rollup.buckets()),
            Texts.count(rollup.rowsPerBucket()),
            Texts.bytes(rollup.bytes()),
            Texts.seconds(rollup.time()));
  }

  /** Another lane in which one query would be enough. */
  private static Optional<String> fasterLane(Forecast forecast) {
    return forecast.lanes().stream()
        .filter(lane -> lane.available() != LaneForecast.Availability.NOW)
        .filter(lane -> lane.fit() == LaneForecast.Fit.WITHIN)
        .map(
            lane ->
                "In the lane %s (%s) one query would take about %s and stay within the deadline."
                    .formatted(lane.lane(), lane.available(), Texts.seconds(lane.time().likely())))
        .reduce((first, last) -> last);
  }
}
