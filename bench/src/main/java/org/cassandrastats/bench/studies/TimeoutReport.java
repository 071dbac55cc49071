/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.CategoryChart;

/** What the study of time-outs says. */
final class TimeoutReport {
  private static final String CLIENT = "DriverTimeoutException";

  /** Less is the time that looking takes. */
  private static final double WORTH_SAYING = 0.1;

  private final TimeoutStudy study;
  private final Results results;
  private final List<String> lanes;

  TimeoutReport(TimeoutStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    List<StudyReport.Section> sections = new ArrayList<>();
    sections.add(
        new StudyReport.Section(
            "Who gives up",
            "Columns: `read_request_timeout`/`native_transport_timeout` of the node. A cell says what came"
                + " of the query and after how long: its exact answer; `client`, the driver's own time-out; or"
                + " `node`, a deadline of the node's. \"+ t s\" is how long the node worked on after the client had left, where that"
                + " was more than "
                + WORTH_SAYING
                + " s. Medians of the runs.",
            lanes.stream().map(this::plot).toList(),
            matrix()));
    if (study.showsPolicies()) {
      sections.add(
          new StudyReport.Section(
              "What the driver adds",
              "\"The time\" is that of the same query alone. Pages are those that the node has read, by its"
                  + " own count, until it had nothing more to do with the request. For speculative execution, one node stands for"
                  + " two replicas.",
              List.of(),
              policies()));
    }
    return new StudyReport(
        "Time-outs of the client against deadlines of the server",
        "`mean(value)` over the first rows of one partition, asked with time-outs set on the statement in"
            + " the driver and deadlines set on the node. After each request the node was watched"
            + " (`system_views.queries`) until it did not work on it any more.",
        findings(),
        sections);
  }

  private Table matrix() {
    List<String> header = new ArrayList<>(List.of("lane", "rows#", "client#"));
    header.addAll(study.deadlineNames());
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (int count : study.rowCounts()) {
        for (Duration timeout : study.clientTimeouts()) {
          List<String> row =
              new ArrayList<>(List.of(lane, Numbers.count(count), TimeSettings.text(timeout)));
          for (String deadline : study.deadlineNames()) {
            row.add(outcome(TimeoutStudy.cell(lane, count, timeout, deadline)));
          }
          rows.add(row);
        }
      }
    }
    return new Table(header, rows);
  }

  /** What came of a cell; several things if its runs differ. */
  private String outcome(Map<String, String> cell) {
    Map<String, List<Attempt>> kinds =
        results.timed(cell).stream()
            .collect(Collectors.groupingBy(TimeoutReport::kind, TreeMap::new, Collectors.toList()));
    return kinds.entrySet().stream()
        .map(
            kind -> {
              double busy = median(kind.getValue(), TimeoutStudy.BUSY);
              return "%s %s s%s"
                  .formatted(
                      kind.getKey(),
                      Numbers.rounded(seconds(kind.getValue()).median()),
                      busy > WORTH_SAYING ? " + " + Numbers.rounded(busy) + " s" : "");
            })
        .collect(Collectors.joining("; "));
  }

  private static String kind(Attempt attempt) {
    return switch (attempt.outcome()) {
      case EXACT -> "exact";
      case WRONG -> "WRONG";
      case FAILED -> (attempt.error().equals(CLIENT) ? "client: " : "node: ") + attempt.error();
    };
  }

  private static Spread seconds(List<Attempt> attempts) {
    return Spread.of(attempts.stream().mapToDouble(Attempt::seconds).toArray());
  }

  private static double median(List<Attempt> attempts, String number) {
    return Spread.of(
            attempts.stream()
                .mapToDouble(attempt -> attempt.numbers().getOrDefault(number, Double.NaN))
                .toArray())
        .median();
  }

  private Table policies() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      double alone = pages(lane, DriverPolicy.PLAIN);
      for (DriverPolicy policy : DriverPolicy.values()) {
        List<Attempt> attempts = results.timed(study.policyCell(lane, policy));
        double pages = pages(lane, policy);
        rows.add(
            List.of(
                lane,
                policy.toString(),
                outcome(study.policyCell(lane, policy)),
                Numbers.rounded(seconds(attempts).median()),
                String.format(Locale.ROOT, "%,.0f", pages),
                Numbers.rounded(pages / alone)));
      }
    }
    return new Table(
        List.of("lane", "policy", "outcome", "client s#", "pages read#", "load#"), rows);
  }

  private double pages(String lane, DriverPolicy policy) {
    return median(results.timed(study.policyCell(lane, policy)), TimeoutStudy.PAGES);
  }

  /** How long client and node were busy with the most rows. */
  private Plot plot(String lane) {
    int most = study.rows(lane);
    CategoryChart chart =
        Charts.stacked(
            "%s: %s rows".formatted(lane, Numbers.count(most)),
            "client's time-out, node's deadlines",
            "seconds");
    List<String> names = new ArrayList<>();
    List<Double> waiting = new ArrayList<>();
    List<Double> busy = new ArrayList<>();
    for (Duration timeout : study.clientTimeouts()) {
      for (String deadline : study.deadlineNames()) {
        List<Attempt> attempts = results.timed(TimeoutStudy.cell(lane, most, timeout, deadline));
        names.add(TimeSettings.text(timeout) + ", " + deadline);
        waiting.add(seconds(attempts).median());
        busy.add(median(attempts, TimeoutStudy.BUSY));
      }
    }
    chart.addSeries("the client waits", names, waiting);
    chart.addSeries("the node works on", names, busy);
    return new Plot("busy-" + lane, "seconds that client and node are busy, " + lane, chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    for (String lane : lanes) {
      findings.add(exceptions(lane));
      longestBusy(lane, findings);
      if (study.showsPolicies()) {
        findings.add(
            "%s: a policy that retries once has the node read %s times the pages of one attempt, and speculative execution of an idempotent statement %s times."
                .formatted(
                    lane,
                    Numbers.rounded(
                        pages(lane, DriverPolicy.RETRYING)
                            / pages(lane, DriverPolicy.DEFAULT_RETRY)),
                    Numbers.rounded(
                        pages(lane, DriverPolicy.SPECULATIVE) / pages(lane, DriverPolicy.PLAIN))));
      }
    }
    return findings;
  }

  private String exceptions(String lane) {
    Map<String, Long> kinds =
        results.runs().stream()
            .filter(run -> run.cell().get("lane").equals(lane))
            .filter(run -> run.cell().containsKey("deadlines"))
            .collect(
                Collectors.groupingBy(
                    run -> kind(run.attempt()), TreeMap::new, Collectors.counting()));
    return "%s: of the requests of the matrix, %s."
        .formatted(
            lane,
            kinds.entrySet().stream()
                .map(kind -> kind.getValue() + " ended as \"" + kind.getKey() + "\"")
                .collect(Collectors.joining(", ")));
  }

  private void longestBusy(String lane, List<String> findings) {
    double longest = 0;
    String where = "";
    for (Duration timeout : study.clientTimeouts()) {
      for (String deadline : study.deadlineNames()) {
        List<Attempt> left =
            results.timed(TimeoutStudy.cell(lane, study.rows(lane), timeout, deadline)).stream()
                .filter(attempt -> CLIENT.equals(attempt.error()))
                .toList();
        double busy = median(left, TimeoutStudy.BUSY);
        if (busy > longest) {
          longest = busy;
          where =
              "with deadlines of "
                  + deadline
                  + " and a client that left after "
                  + TimeSettings.text(timeout);
        }
      }
    }
    if (longest > WORTH_SAYING) {
      findings.add(
          "%s: the node does not notice that the client has left; it worked on for up to %s s (%s)."
              .formatted(lane, Numbers.rounded(longest), where));
    }
  }
}
