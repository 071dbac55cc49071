/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.plan.KeySpace.ProbedRange;

/** Asks about a few of the rows, again and again until the times are those of a warm node. */
final class Sampler {
  private static final int FEWEST_ROUNDS = 6;
  private static final int MOST_ROUNDS = 16;
  private static final int FEWEST_ROWS = 20;
  private static final int SMALLER = 4;
  private static final int[] IN_FLIGHT = {1, 2, 4};

  private final QuerySurvey survey;
  private final RowSurvey.Found found;
  private final Map<Sample.Kind, List<String>> selectors;
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
      Map<Sample.Kind, List<String>> selectors,
      Duration budget) {
    this.survey = survey;
    this.found = found;
    this.selectors = new EnumMap<>(selectors);
    this.budget = budget;
  }

  /**
   * Takes a sample. Where requests fail because they are too much, it takes a smaller one.
   *
   * @throws StatsException if the states cannot be asked for at all, or not even a few rows can be
   *     read
   */
  Sample take(int rows) throws InterruptedException {
    String failure = "";
    for (int wanted = rows; wanted >= FEWEST_ROWS; wanted /= SMALLER) {
      try {
        return sample(SampleRanges.choose(survey, found, wanted));
      } catch (SampleRanges.TooMuch tooMuch) {
        failure = tooMuch.getMessage();
      }
    }
    throw StatsException.unavailable(
        "No sample can be taken: requests about %d rows fail. Last: %s."
            .formatted(FEWEST_ROWS, failure),
        null);
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
      return Sample.median(later(seconds));
    }
  }

  private Sample sample(SampleRanges probedRanges)
      throws InterruptedException, SampleRanges.TooMuch {
    Map<Sample.Kind, Timed> timed = new EnumMap<>(Sample.Kind.class);
    Timed small = new Timed();
    long bytes = 0;
    long start = System.nanoTime();
    int rounds = 0;
    while (rounds < FEWEST_ROUNDS
        || (rounds < MOST_ROUNDS && System.nanoTime() - start < budget.toNanos())) {
      ProbedRange probed = probedRanges.large().get(rounds % probedRanges.large().size());
      QuerySurvey.Answer few = ask(probedRanges.small(), Sample.Kind.SPLIT);
      small.add((double) few.rows(), few.seconds());
      QuerySurvey.Answer states = ask(probed, Sample.Kind.SPLIT);
      bytes = Math.max(bytes, states.bytes());
      timed
          .computeIfAbsent(Sample.Kind.SPLIT, kind -> new Timed())
          .add((double) states.rows(), states.seconds());
      for (Sample.Kind kind : List.of(Sample.Kind.ONE_QUERY, Sample.Kind.FLOOR)) {
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
      Map<Sample.Kind, Timed> timed, Timed small, long bytes, List<ProbedRange> probedRanges)
      throws InterruptedException, SampleRanges.TooMuch {
    Map<Sample.Kind, Sample.Cost> costs = new EnumMap<>(Sample.Kind.class);
    double fewRows = small.rows().get(0);
    timed.forEach(
        (kind, times) ->
            costs.put(
                kind,
                Sample.Cost.of(
                    fewRows,
                    small.medianSeconds(),
                    times.later(times.rows()),
                    times.later(times.seconds()))));
    Timed split = timed.get(Sample.Kind.SPLIT);
    double rows = split.rows().stream().mapToDouble(count -> count).average().orElse(0);
    Map<Integer, Double> gains = new TreeMap<>();
    for (int inFlight : IN_FLIGHT) {
      gains.put(
          inFlight,
          new Gain(survey, selectors.get(Sample.Kind.SPLIT))
              .of(inFlight, probedRanges, split.medianSeconds()));
    }
    return new Sample(
        Math.round(rows), split.later(split.rows()).length, costs, refusal, bytes, gains);
  }

  /** The time of a request; empty where Cassandra refuses it, which is no reason to stop. */
  private Optional<Double> seconds(ProbedRange probed, Sample.Kind kind)
      throws InterruptedException, SampleRanges.TooMuch {
    if (!selectors.containsKey(kind)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ask(probed, kind).seconds());
    } catch (StatsException refused) {
      if (kind == Sample.Kind.ONE_QUERY) {
        refusal = Optional.of(refused.getMessage());
        selectors.remove(kind);
        return Optional.empty();
      }
      throw refused;
    }
  }

  private QuerySurvey.Answer ask(ProbedRange probed, Sample.Kind kind)
      throws InterruptedException, SampleRanges.TooMuch {
    QuerySurvey.Answer answer = survey.ask(probed, selectors.get(kind));
    if (!answer.hasSucceeded()) {
      throw new SampleRanges.TooMuch(answer.failure());
    }
    return answer;
  }

  /** What is gained by several requests at the same time. */
  private record Gain(QuerySurvey survey, List<String> selectors) {
    private static final int ROUNDS = 3;

    /** Where requests at the same time fail, too many of them are no gain. */
    private static final double LEAST = 0.1;

    /** With more nodes, each is taken to add as much as these do. */
    private static final int MOST_NODES = 4;

    /**
     * How many times as much is read in the same time as by one request after the other.
     *
     * @param inFlight requests at the same time for each node
     * @param alone seconds that a request takes alone
     */
    double of(int inFlight, List<ProbedRange> probedRanges, double alone)
        throws InterruptedException {
      int nodes = Math.min(MOST_NODES, survey.nodes());
      int requests = inFlight * nodes;
      double more = (double) survey.nodes() / nodes;
      if (requests == 1) {
        return more;
      }
      double[] gains = new double[ROUNDS];
      ExecutorService threads = Executors.newFixedThreadPool(requests);
      try {
        for (int round = 0; round < ROUNDS; round++) {
          gains[round] = once(threads, requests, probedRanges, alone);
        }
      } finally {
        threads.shutdownNow();
      }
      return more * Sample.median(gains);
    }

    private double once(
        ExecutorService threads, int requests, List<ProbedRange> probedRanges, double alone)
        throws InterruptedException {
      List<Callable<QuerySurvey.Answer>> asked = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        ProbedRange probed = probedRanges.get(i % probedRanges.size());
        asked.add(() -> survey.ask(probed, selectors));
      }
      long start = System.nanoTime();
      int answered = 0;
      for (Future<QuerySurvey.Answer> answer : threads.invokeAll(asked)) {
        answered += isAnswered(answer) ? 1 : 0;
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      return Math.max(LEAST, Math.min(requests, answered * alone / seconds));
    }

    private static boolean isAnswered(Future<QuerySurvey.Answer> answer)
        throws InterruptedException {
      try {
        return answer.get().hasSucceeded();
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw new IllegalStateException(failed.getCause());
      }
    }
  }
}
