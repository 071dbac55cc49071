/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Results;
import org.knowm.xchart.XYChart;

/** What the study of the newest rows says. */
final class RecentReport {
  private static final List<RowOrder> ORDERS = List.of(RowOrder.values());
  private static final List<ReadEnd> ENDS = List.of(ReadEnd.values());

  private final RecentStudy study;
  private final Results results;
  private final List<String> lanes;
  private final List<Integer> sizes;
  private final List<ReadClock> clocks;

  RecentReport(RecentStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
    this.sizes = study.sizes();
    // Metrics of a cluster of the user's are out of reach.
    this.clocks = Arrays.stream(ReadClock.values()).filter(this::isKnown).toList();
  }

  private boolean isKnown(ReadClock clock) {
    return lanes.stream()
        .anyMatch(
            lane ->
                RecentRead.all(study.largest()).stream()
                    .anyMatch(read -> times(clock, lane, read).isKnown()));
  }

  StudyReport report() {
    List<StudyReport.Section> sections = new ArrayList<>();
    sections.add(
        new StudyReport.Section(
            "Beside the figures of 2012 to 2015",
            "Factors, because the machines cannot be compared. The old figures are of reads with a count only, of partitions of up to %s columns: flat, 0.14 to 0.18 ms, in descending order, and 1.3 ms and more in ascending order at %s."
                .formatted(Numbers.count(Recent2012.rows()), Numbers.count(Recent2012.rows())),
            List.of(),
            factors()));
    for (ReadClock clock : clocks) {
      List<Plot> plots = new ArrayList<>();
      for (String lane : lanes) {
        RecentRead.NEWEST.forEach(newest -> plots.add(plot(clock, lane, newest)));
      }
      sections.add(
          new StudyReport.Section(clock.heading(), clock.explanation(), plots, times(clock)));
    }
    return new StudyReport(
        "The newest rows of a partition",
        "Reads of the newest rows of partitions of %s to %s rows, one partition of each size, in a table in ascending order (`ORDER BY at DESC`) and in one in descending order; with a `LIMIT` only, and with a start bound only (`at >= ?`) that leaves these rows. Times are those of the server, in milliseconds, of reads in turns with those of all other kinds, each from memory (the page cache) after a major compaction."
            .formatted(Numbers.count(sizes.get(0)), Numbers.count(study.largest())),
        findings(),
        sections);
  }

  private Latencies times(ReadClock clock, String lane, RecentRead read) {
    return clock.times(results, read.cell(lane));
  }

  private Table times(ReadClock clock) {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      RecentRead.all(study.largest()).forEach(read -> rows.add(line(clock, lane, read)));
    }
    return new Table(
        List.of(
            "lane",
            "clustering",
            "ended by",
            "newest#",
            "rows of the partition#",
            "reads#",
            "min ms#",
            "median ms#",
            "quartiles#",
            "p80 ms#",
            "p95 ms#",
            "max ms#",
            "failed"),
        rows);
  }

  private List<String> line(ReadClock clock, String lane, RecentRead read) {
    Latencies times = times(clock, lane, read);
    return List.of(
        lane,
        read.order().toString(),
        read.end().toString(),
        Integer.toString(read.newest()),
        Numbers.count(read.rows()),
        Numbers.count(times.count()),
        Numbers.rounded(times.min()),
        Numbers.rounded(times.median()),
        Numbers.rounded(times.first()) + " to " + Numbers.rounded(times.third()),
        Numbers.rounded(times.p80()),
        Numbers.rounded(times.p95()),
        Numbers.rounded(times.max()),
        results.failures(read.cell(lane)));
  }

  private Table factors() {
    List<String> header = new ArrayList<>(List.of("lane", "factor", "ended by", "newest#", "old#"));
    for (ReadClock clock : clocks) {
      header.add(clock + ", medians#");
      header.add(clock + ", p95#");
    }
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (ReadEnd end : ENDS) {
        for (int newest : RecentRead.NEWEST) {
          for (RowOrder order : ORDERS) {
            rows.add(growth(lane, order, end, newest));
          }
          rows.add(penalty(lane, end, newest));
        }
      }
    }
    return new Table(header, rows);
  }

  private List<String> growth(String lane, RowOrder order, ReadEnd end, int newest) {
    List<String> line =
        new ArrayList<>(
            List.of(
                lane,
                "%s, %s rows over %s"
                    .formatted(order, Numbers.count(study.largest()), Numbers.count(sizes.get(0))),
                end.toString(),
                Integer.toString(newest),
                Recent2012.growth(order, end)
                    .map(most -> "1 to " + Numbers.rounded(most))
                    .orElse("-")));
    for (ReadClock clock : clocks) {
      line.add(Numbers.rounded(growth(clock, lane, order, end, newest, Latencies::median)));
      line.add(Numbers.rounded(growth(clock, lane, order, end, newest, Latencies::p95)));
    }
    return line;
  }

  private double growth(
      ReadClock clock,
      String lane,
      RowOrder order,
      ReadEnd end,
      int newest,
      ToDoubleFunction<Latencies> number) {
    return number.applyAsDouble(
            times(clock, lane, new RecentRead(order, end, newest, study.largest())))
        / number.applyAsDouble(
            times(clock, lane, new RecentRead(order, end, newest, sizes.get(0))));
  }

  private List<String> penalty(String lane, ReadEnd end, int newest) {
    List<String> line =
        new ArrayList<>(
            List.of(
                lane,
                "ascending over descending, %s rows".formatted(Numbers.count(study.largest())),
                end.toString(),
                Integer.toString(newest),
                end == ReadEnd.LIMIT
                    ? Numbers.rounded(Recent2012.leastPenalty())
                        + " to "
                        + Numbers.rounded(Recent2012.mostPenalty())
                    : "-"));
    for (ReadClock clock : clocks) {
      line.add(Numbers.rounded(penalty(clock, lane, end, newest, Latencies::median)));
      line.add(Numbers.rounded(penalty(clock, lane, end, newest, Latencies::p95)));
    }
    return line;
  }

  private double penalty(
      ReadClock clock, String lane, ReadEnd end, int newest, ToDoubleFunction<Latencies> number) {
    int rows = study.largest();
    return number.applyAsDouble(
            times(clock, lane, new RecentRead(RowOrder.ASCENDING, end, newest, rows)))
        / number.applyAsDouble(
            times(clock, lane, new RecentRead(RowOrder.DESCENDING, end, newest, rows)));
  }

  private Plot plot(ReadClock clock, String lane, int newest) {
    XYChart chart =
        Charts.logarithmic(
            "The newest %d rows: 95 of 100 reads within".formatted(newest),
            "rows of the partition",
            "p95 of the %s (ms)".formatted(clock));
    for (RowOrder order : ORDERS) {
      for (ReadEnd end : ENDS) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int size : sizes) {
          Latencies times = times(clock, lane, new RecentRead(order, end, newest, size));
          if (times.isKnown() && times.p95() > 0) {
            x.add((double) size);
            y.add(times.p95());
          }
        }
        if (!x.isEmpty()) {
          Charts.addLine(
              chart,
              order + ", " + end,
              Charts.colour(ORDERS.indexOf(order)),
              ENDS.indexOf(end),
              x,
              y,
              List.of());
        }
      }
    }
    return new Plot(
        "p95-%s-%d-%s".formatted(clock, newest, lane),
        "p95 of reads of the newest %d rows against the size of the partition, time of the %s, %s"
            .formatted(newest, clock, lane),
        chart);
  }

  private List<String> findings() {
    List<String> findings =
        new ArrayList<>(
            Sentences.ofAnswers(results, "pairs of reads", "every row, in its order, bit for bit"));
    for (String lane : lanes) {
      for (ReadClock clock : clocks) {
        for (ReadEnd end : ENDS) {
          findings.add(finding(clock, lane, end, RecentRead.NEWEST.get(0)));
        }
      }
    }
    return findings;
  }

  private String finding(ReadClock clock, String lane, ReadEnd end, int newest) {
    return "%s, the newest %d rows, %s, p95 of the %s: %s in descending order, %s in ascending order. At %s rows ascending takes %s times as long as descending%s."
        .formatted(
            lane,
            newest,
            end,
            clock,
            course(clock, lane, RowOrder.DESCENDING, end, newest),
            course(clock, lane, RowOrder.ASCENDING, end, newest),
            Numbers.count(study.largest()),
            Numbers.rounded(penalty(clock, lane, end, newest, Latencies::p95)),
            end == ReadEnd.LIMIT
                ? " (2012 to 2015, at %s: %s times and more)"
                    .formatted(
                        Numbers.count(Recent2012.rows()),
                        Numbers.rounded(Recent2012.leastPenalty()))
                : "");
  }

  private String course(ReadClock clock, String lane, RowOrder order, ReadEnd end, int newest) {
    return "%s ms with %s rows and %s ms with %s"
        .formatted(
            Numbers.rounded(
                times(clock, lane, new RecentRead(order, end, newest, sizes.get(0))).p95()),
            Numbers.count(sizes.get(0)),
            Numbers.rounded(
                times(clock, lane, new RecentRead(order, end, newest, study.largest())).p95()),
            Numbers.count(study.largest()));
  }
}
