/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.survey.ProbeAnswer;
import org.cassandrastats.client.survey.ProbedRange;
import org.cassandrastats.client.survey.QuerySurvey;

/** Asks about a few of the rows, again and again until the times are those of a warm node. */
final class Sampler {
  private static final int FEWEST_ROUNDS = 6;
  private static final int MOST_ROUNDS = 16;
  private static final int FEWEST_ROWS = 20;
  private static final int SMALLER = 4;
  private static final int[] IN_FLIGHT = {1, 2, 4};

  private final QuerySurvey survey;
  private final RowSurvey.Found found;
  private final Map<SampleKind, List<String>> selectors;
  private final Duration budget;
  private Optional<String> refusal = Optional.empty();

  /**
   * A sampler.
   *
   * @param selectors what is asked, by kind
   * @param budget no further round begins after this time, but for the fewest that are needed
   */
  Sampler(
      QuerySurvey survey,
      RowSurvey.Found found,
      Map<SampleKind, List<String>> selectors,
      Duration budget) {
    this.survey = survey;
    this.found = found;
    this.selectors = new EnumMap<>(selectors);
    this.budget = budget;
  }

  /**
   * Takes a sample. Where requests fail because they are too much, it takes a smaller one.
   *
   * @throws StatsException if the states cannot be asked for at all
   * @throws UserError if not even a few rows can be read
   */
  Sample take(int rows) throws InterruptedException {
    String failure = "";
    for (int wanted = rows; wanted >= FEWEST_ROWS; wanted /= SMALLER) {
      try {
        return sample(SampleRanges.choose(survey, found, wanted));
      } catch (TooMuch tooMuch) {
        failure = tooMuch.getMessage();
      }
    }
    throw new UserError(
        "No sample can be taken, the cluster is overloaded or down: requests about %d rows fail. Last: %s."
            .formatted(FEWEST_ROWS, failure));
  }

  /** A request of the sample has failed, and a smaller one may not. */
  private static final class TooMuch extends Exception {
    TooMuch(String failure) {
      super(failure);
    }
  }

  /** Requests of a kind that were answered. */
  private record Timed(List<Double> rows, List<Double> seconds) {
    Timed() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(double row, double second) {
      rows.add(row);
      seconds.add(second);
    }

    /** The later half: the first requests are those of a node that is not warm. */
    double[] later(List<Double> values) {
      return values.subList(values.size() / 2, values.size()).stream()
          .mapToDouble(value -> value)
          .toArray();
    }

    double medianSeconds() {
      return new Median().evaluate(later(seconds));
    }
  }

  private Sample sample(SampleRanges probedRanges) throws InterruptedException, TooMuch {
    Map<SampleKind, Timed> timed = new EnumMap<>(SampleKind.class);
    Timed small = new Timed();
    long bytes = 0;
    long start = System.nanoTime();
    int rounds = 0;
    while (rounds < FEWEST_ROUNDS
        || (rounds < MOST_ROUNDS && System.nanoTime() - start < budget.toNanos())) {
      ProbedRange probed = probedRanges.large().get(rounds % probedRanges.large().size());
      ProbeAnswer few = ask(probedRanges.small(), SampleKind.SPLIT);
      small.add((double) few.rows(), few.seconds());
      ProbeAnswer states = ask(probed, SampleKind.SPLIT);
      bytes = Math.max(bytes, states.bytes());
      timed
          .computeIfAbsent(SampleKind.SPLIT, kind -> new Timed())
          .add((double) states.rows(), states.seconds());
      for (SampleKind kind : List.of(SampleKind.ONE_QUERY, SampleKind.FLOOR)) {
        seconds(probed, kind)
            .ifPresent(
                seconds ->
                    timed
                        .computeIfAbsent(kind, absent -> new Timed())
                        .add((double) states.rows(), seconds));
      }
      rounds++;
    }
    return sample(timed, small, bytes, probedRanges.large());
  }

  private Sample sample(
      Map<SampleKind, Timed> timed, Timed small, long bytes, List<ProbedRange> probedRanges)
      throws InterruptedException, TooMuch {
    Map<SampleKind, Cost> costs = new EnumMap<>(SampleKind.class);
    double fewRows = small.rows().get(0);
    timed.forEach(
        (kind, times) ->
            costs.put(
                kind,
                Cost.of(
                    fewRows,
                    small.medianSeconds(),
                    times.later(times.rows()),
                    times.later(times.seconds()))));
    Timed split = timed.get(SampleKind.SPLIT);
    double rows = split.rows().stream().mapToDouble(count -> count).average().orElse(0);
    Map<Integer, Double> gains = new TreeMap<>();
    for (int inFlight : IN_FLIGHT) {
      gains.put(
          inFlight,
          new Gain(survey, selectors.get(SampleKind.SPLIT))
              .of(inFlight, probedRanges, split.medianSeconds()));
    }
    return new Sample(
        Math.round(rows), split.later(split.rows()).length, costs, refusal, bytes, gains);
  }

  /** The time of a request; empty where Cassandra refuses it, which is no reason to stop. */
  private Optional<Double> seconds(ProbedRange probed, SampleKind kind)
      throws InterruptedException, TooMuch {
    if (!selectors.containsKey(kind)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ask(probed, kind).seconds());
    } catch (StatsException refused) {
      if (kind == SampleKind.ONE_QUERY) {
        refusal = Optional.of(refused.getMessage());
        selectors.remove(kind);
        return Optional.empty();
      }
      throw refused;
    }
  }

  private ProbeAnswer ask(ProbedRange probed, SampleKind kind)
      throws InterruptedException, TooMuch {
    ProbeAnswer answer = survey.ask(probed, selectors.get(kind));
    if (!answer.hasSucceeded()) {
      throw new TooMuch(answer.failure());
    }
    return answer;
  }
}
