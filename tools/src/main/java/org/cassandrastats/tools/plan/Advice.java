/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cassandrastats.tools.console.TimeTexts;

/**
 * What to type or to read next.
 *
 * @param connection the options of the command line that say how to reach the cluster, or nothing
 */
record Advice(String connection) {
  private static final List<String> WITH_VALUE =
      List.of(
          "--contact-point", "--local-datacenter", "--keyspace", "--driver-config", "--username");
  private static final String PASSWORD = "--password";

  /** The options of a command line that say how to reach a cluster, with a space at the end. */
  static String connection(List<String> arguments) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean joined = WITH_VALUE.stream().anyMatch(name -> argument.startsWith(name + "="));
      if (argument.equals(PASSWORD) || joined) {
        kept.append(argument).append(' ');
      } else if (WITH_VALUE.contains(argument) && i + 1 < arguments.size()) {
        kept.append(argument).append(' ').append(arguments.get(i + 1)).append(' ');
      }
    }
    return kept.toString();
  }

  List<String> lines(Plan plan) {
    List<String> lines = new ArrayList<>();
    Optional<RollupForecast> rollup = plan.forecast().rollup();
    switch (plan.recommendation().way()) {
      case ONE_QUERY ->
          lines.add(
              "Give the statement a time-out a little above the deadline, and let it not be retried.");
      case SPLIT, ENGINE -> {
        lines.add(query(plan));
        rollup.ifPresent(
            states ->
                lines.add("If it is asked again and again: " + Recommendation.sentence(states)));
      }
      case ROLLUP ->
          lines.add(
              "States are made by a split query for each %s, once, and merged by the *_merge functions."
                  .formatted(
                      rollup
                          .flatMap(RollupForecast::bucket)
                          .map(TimeTexts::format)
                          .orElse("partition")));
    }
    return lines;
  }

  /** The command that answers the query in parts. */
  String query(Plan plan) {
    SplitForecast split = plan.forecast().split();
    return String.format(
        Locale.ROOT,
        "  cassandra-stats query %s--target-time %s --in-flight %d \"%s\"",
        connection,
        Texts.decimal(split.targetTime()),
        split.inFlight(),
        plan.statement().strip().replaceAll("\\s+", " ").replace("\"", "\\\""));
  }
}
