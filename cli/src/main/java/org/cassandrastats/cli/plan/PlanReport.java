/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.cli.console.TimeTexts;

/** A plan for people. */
record PlanReport(QueryPlan plan, Advice advice) {
  private static final List<String> HEADER =
      List.of("way", "lane", "µs a row#", "takes", "deadline", "available");
  private static final double MICROS = 1e6;

  void print(PrintWriter out) {
    facts().forEach(out::println);
    out.println(Tables.of(HEADER, ways()));
    out.println("Recommended: " + plan.recommendation().way());
    plan.recommendation().reasons().forEach(reason -> out.println("- " + reason));
    advice.lines(plan).forEach(out::println);
    out.flush();
  }

  private List<String> facts() {
    Forecast forecast = plan.forecast();
    List<String> facts = new ArrayList<>();
    facts.add(
        "Rows: %s, %s%s"
            .formatted(
                Texts.rows(forecast.rows()),
                forecast.rows().how(),
                plan.wholeTable()
                    ? "; partitions: %s".formatted(Texts.rows(plan.partitions()))
                    : ""));
    facts.add(
        "Deadline: %s for a whole request, whatever its pages (read_request_timeout %s, %snative_transport_timeout %s)"
            .formatted(
                Texts.seconds(forecast.deadline()),
                Texts.seconds(plan.facts().limits().read()),
                plan.wholeTable()
                    ? "range_request_timeout " + Texts.seconds(plan.facts().limits().range()) + ", "
                    : "",
                Texts.seconds(plan.facts().limits().nativeTransport())));
    facts.add(
        "Sample: %d requests of each kind about %s rows"
            .formatted(plan.sample().rounds(), Texts.count((double) plan.sample().rows())));
    tableFacts().ifPresent(facts::add);
    plan.notes().forEach(note -> facts.add("Note: " + note));
    return facts;
  }

  private Optional<String> tableFacts() {
    TableFacts known = plan.tableFacts();
    List<String> parts = new ArrayList<>();
    add(parts, known.partitions(), "%,d partitions by system.size_estimates");
    add(parts, known.meanPartitionBytes(), "%,d bytes each in the mean");
    add(parts, known.largestPartitionMebibytes(), "the largest partition %,d MiB");
    add(parts, known.diskMebibytes(), "%,d MiB on the disks of all nodes");
    return parts.isEmpty() ? Optional.empty() : Optional.of("Table: " + String.join(", ", parts));
  }

  private static void add(List<String> parts, OptionalLong value, String form) {
    value.ifPresent(number -> parts.add(form.formatted(number)));
  }

  private List<List<String>> ways() {
    Forecast forecast = plan.forecast();
    List<List<String>> rows = new ArrayList<>();
    for (LaneForecast lane : forecast.lanes()) {
      rows.add(
          List.of(
              QueryStrategy.ONE_QUERY.toString(),
              lane.lane(),
              micros(lane.perRow().likely()),
              Texts.span(lane.time().times(forecast.requests())),
              lane.fit().toString(),
              lane.available() + (lane.measured() ? "" : " (by ratios measured elsewhere)")));
    }
    SplitForecast split = forecast.split();
    rows.add(
        List.of(
            QueryStrategy.SPLIT.toString(),
            lane(),
            micros(plan.sample().split().perRow().likely()),
            Texts.span(split.time()),
            "each request " + Texts.seconds(split.targetTime()),
            "%s requests, %d at a time on each node"
                .formatted(Texts.count(split.requests().likely()), split.inFlight())));
    forecast
        .rollup()
        .ifPresent(
            rollup ->
                rows.add(
                    List.of(
                        QueryStrategy.ROLLUP.toString(),
                        lane(),
                        "",
                        Texts.seconds(rollup.time()),
                        LaneForecast.Fit.of(Bounds.of(rollup.time()), forecast.deadline())
                            .toString(),
                        "%s states for each %s, %s"
                            .formatted(
                                Texts.count(rollup.buckets()),
                                rollup.bucket().map(TimeTexts::format).orElse("partition"),
                                Texts.bytes(rollup.bytes())))));
    rows.add(
        List.of(
            "built-in " + plan.floor(),
            "",
            micros(plan.sample().floor().perRow().likely()),
            Texts.span(plan.sample().floor().seconds(forecast.rows().rows())),
            "",
            "for comparison: what reading the rows takes"));
    return rows;
  }

  /** The lane that answers now. */
  private String lane() {
    return plan.forecast().oneQuery().map(LaneForecast::lane).orElse(plan.facts().lane());
  }

  private static String micros(double seconds) {
    return String.format(Locale.ROOT, "%.2f", MICROS * seconds);
  }
}
