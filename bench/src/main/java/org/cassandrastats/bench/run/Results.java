/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.run;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All runs of a study so far. */
public record Results(List<MeasuredRun> runs) {
  /** Copies the runs. */
  public Results {
    runs = List.copyOf(runs);
  }

  /** The runs of a cell that were not traced. */
  public List<Attempt> timed(Map<String, String> cell) {
    return attempts(cell, false);
  }

  private List<Attempt> attempts(Map<String, String> cell, boolean traced) {
    return runs.stream()
        .filter(run -> run.traced() == traced && run.cell().equals(cell))
        .map(MeasuredRun::attempt)
        .toList();
  }

  /** The times of a cell at the client, in seconds; none where no run had an answer. */
  public Spread client(Map<String, String> cell) {
    return Spread.of(
        timed(cell).stream().filter(Attempt::isExact).mapToDouble(Attempt::seconds).toArray());
  }

  /** The client's time of the traced run of a cell. */
  public OptionalDouble tracedClient(Map<String, String> cell) {
    return attempts(cell, true).stream()
        .filter(Attempt::isExact)
        .mapToDouble(Attempt::seconds)
        .findFirst();
  }

  /** The coordinator's time of the traced run of a cell. */
  public OptionalDouble server(Map<String, String> cell) {
    return attempts(cell, true).stream()
        .filter(attempt -> attempt.serverSeconds() != null)
        .mapToDouble(Attempt::serverSeconds)
        .findFirst();
  }

  /** What went wrong in a cell: "ReadTimeoutException x5"; empty if nothing did. */
  public String failures(Map<String, String> cell) {
    return runs.stream()
        .filter(run -> run.cell().equals(cell) && !run.attempt().isExact())
        .collect(Collectors.groupingBy(Results::kind, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + " x" + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String kind(MeasuredRun run) {
    return run.attempt().outcome() == Attempt.Outcome.WRONG ? "WRONG" : run.attempt().error();
  }

  /** The runs whose answer was wrong. */
  public List<MeasuredRun> wrong() {
    return runs.stream().filter(run -> run.attempt().outcome() == Attempt.Outcome.WRONG).toList();
  }

  /** How many runs had the exact answer. */
  public long exact() {
    return runs.stream().filter(run -> run.attempt().isExact()).count();
  }

  /** How many runs had an exception instead of an answer. */
  public long failed() {
    return runs.size() - exact() - wrong().size();
  }
}
