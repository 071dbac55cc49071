/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/**
 * Times queries in turns, each between two runs of the baseline: their mean is what it is compared
 * with, so that a machine that slows down or speeds up meanwhile favours neither. The turns rotate,
 * so that none is always behind the same other.
 */
final class PairedRuns {
  private final CqlSession session;
  private final Console console;
  private final Function<Contender, String> query;

  /**
   * Runs of queries.
   *
   * @param query the statement that a contender is asked by
   */
  PairedRuns(CqlSession session, Console console, Function<Contender, String> query) {
    this.session = session;
    this.console = console;
    this.query = query;
  }

  /**
   * Times contenders.
   *
   * @param task for the progress bar
   * @param perBaseline how many contenders are run between two runs of the baseline
   * @param runs that count; 0 for nothing at all
   */
  List<PairedTimes> run(
      String task, List<Contender> contenders, int perBaseline, int warmUp, int runs) {
    if (runs == 0) {
      return List.of();
    }
    Map<Contender, PairedTimes> times = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      times.put(contender, new PairedTimes(contender.name(), new ArrayList<>(), new ArrayList<>()));
    }
    List<Contender> order = new ArrayList<>(contenders);
    int total = (warmUp + runs) * order.size();
    int done = 0;
    try (Progress progress = console.progress(task, total, "queries")) {
      for (int run = 0; run < warmUp + runs; run++) {
        double before = time(LaneContenders.AVERAGE);
        for (int first = 0; first < order.size(); first += perBaseline) {
          List<Contender> turn = order.subList(first, Math.min(order.size(), first + perBaseline));
          double[] seconds = turn.stream().mapToDouble(this::time).toArray();
          double after = time(LaneContenders.AVERAGE);
          double baseline = (before + after) / 2;
          before = after;
          for (int index = 0; index < turn.size() && run >= warmUp; index++) {
            times.get(turn.get(index)).seconds().add(seconds[index]);
            times.get(turn.get(index)).baselineSeconds().add(baseline);
          }
          done += turn.size();
          progress.reached(done);
        }
        Collections.rotate(order, 1);
      }
    }
    return List.copyOf(times.values());
  }

  private double time(Contender contender) {
    long start = System.nanoTime();
    TimedAnswer.await(session, query.apply(contender));
    return (System.nanoTime() - start) / 1e9;
  }
}
