/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.cassandrastats.client.survey.ProbeAnswer;
import org.cassandrastats.client.survey.ProbedRange;
import org.cassandrastats.client.survey.QuerySurvey;

/** What is gained by several requests at the same time. */
final class Gain {
  private static final int ROUNDS = 3;

  /** Where requests at the same time fail, too many of them are no gain. */
  private static final double LEAST = 0.1;

  /** With more nodes, each is taken to add as much as these do. */
  private static final int MOST_NODES = 4;

  private final QuerySurvey survey;
  private final List<String> selectors;

  Gain(QuerySurvey survey, List<String> selectors) {
    this.survey = survey;
    this.selectors = selectors;
  }

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
    return more * new Median().evaluate(gains);
  }

  private double once(
      ExecutorService threads, int requests, List<ProbedRange> probedRanges, double alone)
      throws InterruptedException {
    List<Callable<ProbeAnswer>> asked = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      ProbedRange probed = probedRanges.get(i % probedRanges.size());
      asked.add(() -> survey.ask(probed, selectors));
    }
    long start = System.nanoTime();
    int answered = 0;
    for (Future<ProbeAnswer> answer : threads.invokeAll(asked)) {
      answered += isAnswered(answer) ? 1 : 0;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return Math.max(LEAST, Math.min(requests, answered * alone / seconds));
  }

  private static boolean isAnswered(Future<ProbeAnswer> answer) throws InterruptedException {
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
