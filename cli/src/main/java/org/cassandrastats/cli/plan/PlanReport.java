/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.client.internal.plan.Bounds;
import org.cassandrastats.client.internal.plan.Forecast;
import org.cassandrastats.client.internal.plan.LaneForecast;
import org.cassandrastats.client.internal.plan.QueryPlan;
import org.cassandrastats.client.internal.plan.QueryStrategy;
import org.cassandrastats.client.internal.plan.ServerLimits;
import org.cassandrastats.client.internal.plan.SplitForecast;
import org.cassandrastats.client.internal.plan.TableFacts;
import org.cassandrastats.client.internal.plan.Texts;
import org.cassandrastats.client.internal.text.TimeTexts;

/** A plan for people. */
record PlanReport(QueryPlan plan, PlanAdvice advice) {
  private static final List<String> HEADER =
      List.of("way", "lane", "us a row#", "takes", "deadline", "available");
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
    if (plan.facts().everyNodeHasJar()) {
      facts.add("Reads: %s, by the server jar on every node".formatted(plan.facts().reading()));
    }
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
            "%s, %d at a time on each node"
                .formatted(Texts.requests(split.requests().likely()), split.inFlight())));
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

  /**
   * A plan for programs: all times in seconds, all sizes in bytes unless their name says otherwise.
   */
  record Json(QueryPlan plan, PlanAdvice advice) {
    void print(PrintWriter out) {
      try {
        out.println(
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(document()));
        out.flush();
      } catch (JsonProcessingException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    private Map<String, Object> document() {
      Forecast forecast = plan.forecast();
      Map<String, Object> root = new LinkedHashMap<>();
      root.put("statement", plan.statement());
      root.put("recommended", plan.recommendation().way().key());
      root.put("reasons", plan.recommendation().reasons());
      root.put("command", advice.query(plan).strip());
      root.put("rows", rows(forecast.rows()));
      root.put("partitions", rows(plan.partitions()));
      root.put("deadline", forecast.deadline());
      root.put("reads", plan.facts().reading().key());
      root.put("settings", settings());
      root.put("table", table());
      root.put("notes", plan.notes());
      root.put("sample", sample());
      root.put("oneQuery", lanes());
      forecast.refusal().ifPresent(refusal -> root.put("refused", refusal));
      root.put("split", split(forecast.split()));
      forecast.rollup().ifPresent(rollup -> root.put("rollup", rollup(rollup)));
      root.put("builtIn", builtIn());
      return root;
    }

    private static Map<String, Object> rows(Forecast.Rows estimate) {
      Map<String, Object> rows = new LinkedHashMap<>();
      rows.put("certainty", estimate.certainty().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      rows.put("low", Math.round(estimate.rows().low()));
      rows.put("likely", Math.round(estimate.rows().likely()));
      rows.put("high", estimate.isBounded() ? Math.round(estimate.rows().high()) : null);
      rows.put("how", estimate.how());
      return rows;
    }

    private Map<String, Object> settings() {
      ServerLimits limits = plan.facts().limits();
      Map<String, Object> settings = new LinkedHashMap<>();
      settings.put("read_request_timeout", seconds(limits.read()));
      settings.put("range_request_timeout", seconds(limits.range()));
      settings.put("native_transport_timeout", seconds(limits.nativeTransport()));
      settings.putAll(new TreeMap<>(limits.others()));
      return settings;
    }

    private Map<String, Object> table() {
      TableFacts known = plan.tableFacts();
      Map<String, Object> table = new LinkedHashMap<>();
      table.put("name", plan.table());
      put(table, "partitions", known.partitions());
      put(table, "meanPartitionBytes", known.meanPartitionBytes());
      put(table, "largestPartitionMebibytes", known.largestPartitionMebibytes());
      put(table, "diskMebibytes", known.diskMebibytes());
      return table;
    }

    private static void put(Map<String, Object> map, String name, OptionalLong value) {
      value.ifPresent(number -> map.put(name, number));
    }

    private Map<String, Object> sample() {
      Map<String, Object> sample = new LinkedHashMap<>();
      sample.put("rows", plan.sample().rows());
      sample.put("requests", plan.sample().rounds());
      sample.put("stateBytes", plan.sample().stateBytes());
      sample.put("gainByRequestsInFlight", new TreeMap<>(plan.sample().gains()));
      return sample;
    }

    private List<Map<String, Object>> lanes() {
      List<Map<String, Object>> lanes = new ArrayList<>();
      for (LaneForecast forecast : plan.forecast().lanes()) {
        Map<String, Object> lane = new LinkedHashMap<>();
        lane.put("lane", forecast.lane());
        lane.put("available", forecast.available().toString());
        lane.put("measured", forecast.measured());
        lane.put("perRow", span(forecast.perRow()));
        lane.put("time", span(forecast.time().times(plan.forecast().requests())));
        lane.put("deadline", forecast.fit().toString());
        lanes.add(lane);
      }
      return lanes;
    }

    private Map<String, Object> split(SplitForecast forecast) {
      Map<String, Object> split = new LinkedHashMap<>();
      split.put("targetTime", forecast.targetTime());
      split.put("inFlight", forecast.inFlight());
      split.put("gain", forecast.gain());
      split.put("requests", span(forecast.requests()));
      split.put("perRow", span(plan.sample().split().perRow()));
      split.put("time", span(forecast.time()));
      return split;
    }

    private Map<String, Object> rollup(Forecast.Rollup forecast) {
      Map<String, Object> rollup = new LinkedHashMap<>();
      forecast.bucket().ifPresent(length -> rollup.put("bucketSeconds", seconds(length)));
      plan.timeColumn().ifPresent(column -> rollup.put("timeColumn", column));
      rollup.put("buckets", Math.round(forecast.buckets()));
      rollup.put("rowsPerBucket", forecast.rowsPerBucket());
      rollup.put("bytes", Math.round(forecast.bytes()));
      rollup.put("time", forecast.time());
      advice.rollup(plan).ifPresent(command -> rollup.put("command", command.strip()));
      return rollup;
    }

    private Map<String, Object> builtIn() {
      Map<String, Object> builtIn = new LinkedHashMap<>();
      builtIn.put("aggregate", plan.floor());
      builtIn.put("perRow", span(plan.sample().floor().perRow()));
      builtIn.put("time", span(plan.sample().floor().seconds(plan.forecast().rows().rows())));
      return builtIn;
    }

    private static double seconds(Duration time) {
      return time.toNanos() / 1e9;
    }

    private static Map<String, Object> span(Bounds span) {
      Map<String, Object> limits = new LinkedHashMap<>();
      limits.put("low", span.low());
      limits.put("likely", span.likely());
      limits.put("high", Double.isInfinite(span.high()) ? null : span.high());
      return limits;
    }
  }
}
