/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;

/**
 * What is said of candidates.
 *
 * @param candidates in their order; the first is the base
 */
record CompareReport(Report report, List<String> candidates) {
  private static final double WARM = 1.1;

  /** What was measured of any candidate: insert, reads, updates. */
  List<String> statements() {
    return report.cells().stream()
        .map(cell -> cell.get(CandidateCell.STATEMENT))
        .filter(name -> !name.equals(CandidateCell.STORED))
        .distinct()
        // By chance this is the order of their kinds, too.
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  private Cell cell(String candidate, String statement) {
    return CandidateCell.of(report.lanes().get(0), candidate, statement);
  }

  private String base() {
    return candidates.get(0);
  }

  /** Requests that are answered in a second. */
  Spread throughput(Cell cell) {
    return report.number(cell, PreparedTask.RATE);
  }

  double found(Cell cell) {
    return report.median(cell, PreparedTask.FOUND) / report.median(cell, PreparedTask.REQUESTS);
  }

  /** Seconds of a request over those of the first candidate. */
  double factor(Cell cell) {
    Cell first = cell(base(), cell.get(CandidateCell.STATEMENT));
    return throughput(first).median() / throughput(cell).median();
  }

  private double bytes(String candidate) {
    Cell stored = cell(candidate, CandidateCell.STORED);
    return report.median(stored, CandidateCell.BYTES) / report.median(stored, "rows");
  }

  void write(int inFlight, int requests, String limit, String level) {
    report.of(
        "Models compared: " + String.join(", ", candidates),
        "Each candidate has a keyspace of its own on the same nodes. All rows of the data are inserted into each, a twentieth into one and then into the next; the first twentieth does not count. A run of a read or an update is %,d requests, or as many as there are in %s, with values of rows that are drawn, the same for all candidates and runs; runs are in turns. %d requests are on their way at the same time, at %s. The time of a request ends with the last page of its answer, whose rows the client does not decode. Bytes are those of all files of the tables on all nodes, after a flush and a major compaction, before the updates.",
        requests,
        limit,
        inFlight,
        level);
    report.verdict(
        times("p50", PreparedTask.MEDIAN, "half of the requests take at most"), said(), stored());
    report.answersAre("%s", found() + warmth());
    List<Cell> cells = new ArrayList<>();
    for (String statement : statements()) {
      for (String candidate : candidates) {
        if (report.cells().contains(cell(candidate, statement))) {
          cells.add(cell(candidate, statement));
        }
      }
    }
    report
        .section(
            "Times",
            "Times over those of %s: below 1 is faster. Percentiles are of single requests: medians of the runs. What the nodes counted over time is drawn in [graphs](compare/graphs.html)."
                .formatted(base()),
            List.of(times("p99", PreparedTask.P99, "99 % of the requests take at most")))
        .by(CandidateCell.STATEMENT, CandidateCell.CANDIDATE)
        .count("requests/s", cell -> throughput(cell).median())
        .right("spread", cell -> spread(throughput(cell)))
        .number("over " + base(), this::factor)
        .number("p50 ms", cell -> report.median(cell, PreparedTask.MEDIAN))
        .number("p95 ms", cell -> report.median(cell, PreparedTask.P95))
        .number("p99 ms", cell -> report.median(cell, PreparedTask.P99))
        .number("max ms", cell -> report.median(cell, PreparedTask.LONGEST))
        .number("rows found", cell -> isRead(cell) ? found(cell) : Double.NaN)
        .failed()
        .of(cells);
    report
        .section("Bytes", "On disk, for a row of the data.")
        .by(CandidateCell.CANDIDATE)
        .number("bytes a row", cell -> bytes(cell.get(CandidateCell.CANDIDATE)))
        .number("MiB", cell -> report.median(cell, CandidateCell.BYTES) / (1 << 20))
        .of(candidates.stream().map(each -> cell(each, CandidateCell.STORED)).toList());
  }

  private static String spread(Spread spread) {
    return spread.isKnown()
        ? Numbers.whole(spread.low()) + " to " + Numbers.whole(spread.high())
        : Numbers.whole(Double.NaN);
  }

  private static boolean isRead(Cell cell) {
    return cell.get(CandidateCell.STATEMENT).startsWith(CandidateTask.Kind.READ.toString());
  }

  private Report.Plot times(String file, String number, String what) {
    List<String> statements = statements();
    GroupPlot plot =
        new GroupPlot(
            "%s so many milliseconds"
                .formatted(Character.toUpperCase(what.charAt(0)) + what.substring(1)),
            "statement",
            "milliseconds (client)",
            statements);
    for (String candidate : candidates) {
      plot.series(
          candidate,
          statements.stream()
              .map(statement -> report.number(cell(candidate, statement), number))
              .toList());
    }
    return plot.named(file, what + " so many milliseconds, by statement and candidate");
  }

  private String said() {
    if (candidates.size() == 1) {
      return "%s: %s."
          .formatted(
              base(),
              statements().stream()
                  .map(
                      each ->
                          "%s %s requests/s"
                              .formatted(
                                  each, Numbers.whole(throughput(cell(base(), each)).median())))
                  .collect(Collectors.joining(", ")));
    }
    return candidates.stream().skip(1).map(this::beside).collect(Collectors.joining(" "));
  }

  /** What differs is told from what may be chance, because the spreads of both overlap. */
  private String beside(String candidate) {
    Map<Boolean, String> factors =
        statements().stream()
            .filter(each -> Double.isFinite(factor(cell(candidate, each))))
            .collect(
                Collectors.partitioningBy(
                    each ->
                        throughput(cell(candidate, each)).overlaps(throughput(cell(base(), each))),
                    Collectors.mapping(
                        each -> Numbers.in("%s for %s", factor(cell(candidate, each)), each),
                        Collectors.joining(", "))));
    List<String> said = new ArrayList<>();
    if (!factors.get(false).isEmpty()) {
      said.add(
          "Beside %s, %s takes these times as long: %s."
              .formatted(base(), candidate, factors.get(false)));
    }
    if (!factors.get(true).isEmpty()) {
      said.add(
          "Spreads of %s and %s overlap, which shows no difference: %s."
              .formatted(base(), candidate, factors.get(true)));
    }
    return String.join(" ", said);
  }

  private String stored() {
    return candidates.stream().allMatch(each -> Double.isFinite(bytes(each)))
        ? candidates.stream()
            .map(each -> Numbers.in("%s in %s", bytes(each), each))
            .collect(Collectors.joining(", ", "A row of the data takes on disk, in bytes: ", "."))
        : "Bytes on disk are not known: only an operator can have a cluster flush and compact.";
  }

  private boolean isSame(List<Cell> cells, String number) {
    return cells.stream().map(cell -> report.median(cell, number)).distinct().count() == 1;
  }

  /** How many times as fast the later half of an insert was: of the first candidate. */
  private String warmth() {
    List<Attempt> parts = report.timed(cell(base(), CandidateTask.Kind.INSERT.toString()));
    int half = parts.size() / 2;
    double gain =
        rate(parts.subList(parts.size() - half, parts.size())) / rate(parts.subList(0, half));
    return gain > WARM
        ? Numbers.in(
            " Inserts were **not warm yet**: the later half was %s times as fast as the earlier.",
            gain)
        : "";
  }

  private static double rate(List<Attempt> parts) {
    return Spread.of(
            parts.stream().mapToDouble(part -> part.numbers().get(PreparedTask.RATE)).toArray())
        .median();
  }

  /** Reads of one name that find different numbers of rows may well be meant so. */
  private String found() {
    List<String> different = new ArrayList<>();
    List<String> same = new ArrayList<>();
    for (String statement : statements()) {
      List<Cell> cells =
          candidates.stream()
              .map(candidate -> cell(candidate, statement))
              .filter(cell -> isRead(cell) && Double.isFinite(found(cell)))
              .toList();
      // Where a limit of time ends runs, the first requests are the same ones.
      boolean isWhole = isSame(cells, PreparedTask.REQUESTS);
      boolean isSame = isSame(cells, isWhole ? PreparedTask.FOUND : PreparedTask.FOUND_FIRST);
      String rows =
          cells.stream()
              .limit(isSame ? 1 : cells.size())
              .map(
                  cell ->
                      Numbers.in("%s", found(cell))
                          + (isSame ? "" : " in " + cell.get(CandidateCell.CANDIDATE)))
              .collect(Collectors.joining(", ", statement + " ", ""));
      if (!cells.isEmpty()) {
        (isSame ? same : different).add(rows);
      }
    }
    return (same.isEmpty() ? "" : "Rows found by a read: " + String.join(", ", same) + ".")
        + (different.isEmpty()
            ? ""
            : (same.isEmpty() ? "" : " ")
                + "Reads of one name found **different numbers of rows**: "
                + String.join("; ", different)
                + ".")
        + (same.isEmpty() && different.isEmpty() ? "There are no reads." : "");
  }
}
