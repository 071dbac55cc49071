/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cassandrastats.cli.console.ShellWord;
import org.cassandrastats.client.internal.plan.Forecast;
import org.cassandrastats.client.internal.plan.QueryPlan;
import org.cassandrastats.client.internal.plan.Recommendation;
import org.cassandrastats.client.internal.plan.SplitForecast;
import org.cassandrastats.client.internal.plan.Texts;
import org.cassandrastats.client.internal.text.TimeTexts;

/**
 * What to type or to read next.
 *
 * @param options of the command line that the commands have, too: how to reach the cluster, and how
 *     to read; with a space at the end, or empty
 */
record PlanAdvice(String options) {
  private static final List<String> WITH_VALUE =
      List.of(
          "--contact-point",
          "--local-datacenter",
          "--keyspace",
          "--driver-config",
          "--username",
          "--consistency",
          "--page-size");
  private static final String PASSWORD = "--password";

  /** What a command line says. */
  static PlanAdvice of(List<String> arguments) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean joined = WITH_VALUE.stream().anyMatch(name -> argument.startsWith(name + "="));
      if (argument.equals(PASSWORD) || joined) {
        kept.append(ShellWord.of(argument)).append(' ');
      } else if (WITH_VALUE.contains(argument) && i + 1 < arguments.size()) {
        kept.append(argument).append(' ').append(ShellWord.of(arguments.get(i + 1))).append(' ');
      }
    }
    return new PlanAdvice(kept.toString());
  }

  List<String> lines(QueryPlan plan) {
    List<String> lines = new ArrayList<>();
    Optional<Forecast.Rollup> rollup = plan.forecast().rollup();
    switch (plan.recommendation().way()) {
      case ONE_QUERY ->
          lines.add(
              "Give the statement a timeout a little above the deadline, and let it not be retried.");
      case SPLIT, ENGINE -> {
        lines.add(query(plan));
        rollup.ifPresent(
            states ->
                lines.add("If it is asked again and again: " + Recommendation.sentence(states)));
      }
      case ROLLUP ->
          rollup(plan)
              .ifPresentOrElse(
                  command -> {
                    lines.add(command);
                    lines.add(
                        "Its states, of all partitions, are then merged by the *_merge aggregates.");
                  },
                  () ->
                      lines.add(
                          "States are made by a split query for each partition, once, and merged by"
                              + " the *_merge aggregates."));
    }
    return lines;
  }

  /** The command that keeps states of time; empty where the rows have no times. */
  Optional<String> rollup(QueryPlan plan) {
    Optional<Duration> bucket = plan.forecast().rollup().flatMap(Forecast.Rollup::bucket);
    if (bucket.isEmpty() || plan.timeColumn().isEmpty() || plan.states().isEmpty()) {
      return Optional.empty();
    }
    String length = TimeTexts.format(bucket.get());
    StringBuilder states = new StringBuilder();
    plan.states()
        .forEach(state -> states.append("--state ").append(ShellWord.of(state)).append(' '));
    return Optional.of(
        String.format(
            Locale.ROOT,
            "  cassandra-stats rollup %s--from %s --time %s --bucket %s %s--into %s",
            options,
            ShellWord.of(plan.table()),
            ShellWord.of(plan.timeColumn().get()),
            length,
            states,
            ShellWord.of(withSuffix(plan.table(), "_" + length))));
  }

  private static String withSuffix(String table, String suffix) {
    return table.endsWith("\"")
        ? table.substring(0, table.length() - 1) + suffix + "\""
        : table + suffix;
  }

  /** The command that answers the query in parts. */
  String query(QueryPlan plan) {
    SplitForecast split = plan.forecast().split();
    return String.format(
        Locale.ROOT,
        "  cassandra-stats query %s--target-time %s --in-flight %d %s",
        options,
        Texts.decimal(split.targetTime()),
        split.inFlight(),
        ShellWord.of(plan.statement().strip().replaceAll("\\s+", " ")));
  }
}
