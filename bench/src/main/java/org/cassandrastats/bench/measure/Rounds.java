/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.cassandrastats.bench.nodes.ServerLoad;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/**
 * Measures cells in turns: a run of each, then the next run of each. The order rotates, so that
 * none is always behind the same other, and a load from elsewhere meets all of them.
 *
 * <p>Rounds that do not count come first, until one of them gets no faster ({@link WarmUp}).
 *
 * @param log where they go
 * @param warmUp how many rounds do not count, at most
 * @param runs how many do
 */
public record Rounds(RunLog log, Console console, int warmUp, int runs) {
  /** Of cells none of which is asked with tracing. */
  public static final Predicate<Cell> UNTRACED = cell -> false;

  /** What is asked in the cells of a study. */
  public interface Question {
    /** Asks once; the nodes are watched meanwhile. */
    Attempt ask(Cell cell, boolean traced);

    /**
     * Asks what belongs to the run besides, when the nodes are not watched any more.
     *
     * @param attempt what was asked before, which was exact
     * @return the whole run
     */
    default Attempt askBesides(Cell cell, boolean traced, Attempt attempt) {
      return attempt;
    }
  }

  /** Whether all runs of cells are there already. */
  public boolean areComplete(List<Cell> cells, Predicate<Cell> traced) {
    return cells.stream().allMatch(cell -> isComplete(cell, traced));
  }

  private boolean isComplete(Cell cell, Predicate<Cell> traced) {
    for (int run = 0; run < runs; run++) {
      if (!log.has(cell, run, false)) {
        return false;
      }
    }
    return !traced.test(cell) || log.has(cell, 0, true);
  }

  /**
   * Measures what is not there already.
   *
   * @param task for the progress bar
   * @param traced the cells that are also asked once with tracing
   */
  public void measure(
      String task, List<Cell> cells, Predicate<Cell> traced, Target target, Question question) {
    List<Cell> order = new ArrayList<>();
    cells.stream().filter(cell -> !isComplete(cell, traced)).forEach(order::add);
    warmUp(task, order, target, question);
    long inTraces = order.stream().filter(traced).count();
    long done = 0;
    try (Progress progress =
        console.progress(task, (long) runs * order.size() + inTraces, "queries")) {
      for (int round = 0; round <= runs; round++) {
        if (round == runs) {
          order.removeIf(traced.negate());
        }
        for (Cell cell : order) {
          one(cell, question, round, target);
          done++;
          progress.reached(done);
        }
        Collections.rotate(order, 1);
      }
    }
  }

  private void warmUp(String task, List<Cell> order, Target target, Question question) {
    WarmUp rounds = new WarmUp();
    boolean isCold = !order.isEmpty();
    for (int round = 1; round <= warmUp && isCold; round++) {
      long done = 0;
      String title = "%s, warming up, round %d".formatted(task, round);
      try (Progress progress = console.progress(title, order.size(), "queries")) {
        for (Cell cell : order) {
          Attempt attempt = ask(cell, false, question, target);
          if (attempt.outcome() == Attempt.Outcome.WRONG) {
            // A wrong answer is a result even while warming up.
            log.add(new MeasuredRun(cell.texts(), -round, false, attempt));
          } else if (attempt.isExact()) {
            rounds.add(cell, attempt.seconds());
          }
          done++;
          progress.reached(done);
        }
      }
      Collections.rotate(order, 1);
      isCold = rounds.endRound();
    }
  }

  private void one(Cell cell, Question question, int round, Target target) {
    boolean traced = round == runs;
    int run = traced ? 0 : round;
    if (!log.has(cell, run, traced)) {
      log.add(new MeasuredRun(cell.texts(), run, traced, ask(cell, traced, question, target)));
    }
  }

  private Attempt ask(Cell cell, boolean traced, Question question, Target target) {
    Optional<ServerLoad> before = target.load();
    Attempt watched = question.ask(cell, traced);
    if (watched.isExact() && before.isPresent()) {
      watched = watched.with(target.load().orElseThrow().since(before.get()));
    }
    Attempt attempt = watched.isExact() ? question.askBesides(cell, traced, watched) : watched;
    if (!attempt.isExact()) {
      target.requireRunning();
    }
    if (attempt.outcome() == Attempt.Outcome.WRONG) {
      console.say("WRONG: " + cell + ": " + attempt.message());
    }
    return attempt;
  }

  /**
   * Rounds that do not count. They are over with the first that got no faster: in which half of the
   * cells took more than 95 % of their shortest time before.
   */
  static final class WarmUp {
    private static final double FASTER = 0.95;

    private final Map<Cell, Double> shortest = new HashMap<>();
    private final List<Double> ratios = new ArrayList<>();

    /** Adds a run of the round. */
    void add(Cell cell, double seconds) {
      Double before = shortest.get(cell);
      if (before != null) {
        ratios.add(seconds / before);
      }
      shortest.merge(cell, seconds, Math::min);
    }

    /** Ends a round: whether a further one may be faster. */
    boolean endRound() {
      boolean isFirst = ratios.isEmpty() && !shortest.isEmpty();
      boolean isFaster = Percentiles.of(ratios).at(50) < FASTER;
      ratios.clear();
      return isFirst || isFaster;
    }
  }
}
