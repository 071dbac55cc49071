/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.cassandrastats.cli.chart.Chart;

/** The counters of nodes over time, as pictures. */
final class CounterCharts {
  private static final int MOST_POINTS = 300;
  private static final double MILLIS = 1e3;
  private static final double NANOS = 1e9;

  private final List<ServerCounters.Look> looks;
  private final List<Chart> charts = new ArrayList<>();

  private CounterCharts(List<ServerCounters.Look> looks) {
    this.looks = looks;
  }

  /** The pictures; none of fewer than two looks. */
  static List<Chart> of(List<ServerCounters.Look> all, List<Candidate> candidates) {
    int step = 1 + all.size() / MOST_POINTS;
    List<ServerCounters.Look> looks = new ArrayList<>();
    for (int i = 0; i < all.size(); i += step) {
      looks.add(all.get(i));
    }
    return looks.size() < 2 ? List.of() : new CounterCharts(looks).charts(candidates);
  }

  private List<Chart> charts(List<Candidate> candidates) {
    byCandidate(
        "Writes a second, by replicas",
        candidates,
        (before, now, candidate) ->
            perSecond(
                before,
                now,
                now.writes().get(candidate).count() - before.writes().get(candidate).count()));
    byCandidate(
        "Mean time of a replica's write, ms",
        candidates,
        (before, now, candidate) ->
            mean(before.writes().get(candidate), now.writes().get(candidate)));
    byCandidate(
        "Reads a second, by replicas",
        candidates,
        (before, now, candidate) ->
            perSecond(
                before,
                now,
                now.reads().get(candidate).count() - before.reads().get(candidate).count()));
    byCandidate(
        "Mean time of a replica's read, ms",
        candidates,
        (before, now, candidate) ->
            mean(before.reads().get(candidate), now.reads().get(candidate)));
    if (looks.stream().allMatch(look -> look.nodes() != null)) {
      ofNodes(
          "Collecting garbage, ms of each second, all nodes",
          (before, now) ->
              perSecond(before, now, now.nodes().collecting() - before.nodes().collecting()));
      ofNodes(
          "Load: processors that the nodes use",
          (before, now) ->
              perSecond(before, now, now.nodes().processorNanos() - before.nodes().processorNanos())
                  / NANOS);
      ofNodes("Heap in use, MiB, all nodes", (before, now) -> now.nodes().heap());
    }
    return charts;
  }

  private static double perSecond(
      ServerCounters.Look before, ServerCounters.Look now, long difference) {
    return difference * MILLIS / Math.max(1, now.millis() - before.millis());
  }

  /** NaN where there was none, or where that is not known. */
  private static double mean(ServerCounters.Done before, ServerCounters.Done now) {
    return now.micros() == before.micros()
        ? Double.NaN
        : (now.micros() - before.micros()) / MILLIS / (now.count() - before.count());
  }

  private interface OfCandidate {
    double value(ServerCounters.Look before, ServerCounters.Look now, Candidate candidate);
  }

  private void byCandidate(String title, List<Candidate> candidates, OfCandidate value) {
    List<Chart.Line> lines =
        candidates.stream()
            .map(
                candidate ->
                    new Chart.Line(
                        candidate.label(),
                        points((before, now) -> value.value(before, now, candidate))))
            .filter(line -> !line.points().isEmpty())
            .toList();
    if (!lines.isEmpty()) {
      charts.add(new Chart.Lines(title, lines));
    }
  }

  private void ofNodes(
      String title, ToDoubleBiFunction<ServerCounters.Look, ServerCounters.Look> value) {
    charts.add(new Chart.Lines(title, List.of(new Chart.Line("", points(value)))));
  }

  private List<Chart.Point> points(
      ToDoubleBiFunction<ServerCounters.Look, ServerCounters.Look> value) {
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 1; i < looks.size(); i++) {
      double known = value.applyAsDouble(looks.get(i - 1), looks.get(i));
      if (Double.isFinite(known)) {
        points.add(new Chart.Point(looks.get(i).millis(), known));
      }
    }
    return points;
  }
}
