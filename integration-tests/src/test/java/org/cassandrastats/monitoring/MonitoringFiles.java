/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What operators copy out of the directory {@code monitoring}, and the page about it. */
final class MonitoringFiles {
  static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  static final Path RULES = PROJECT.resolve("monitoring/jmx-exporter.yml");

  private static final Path ALERTS = PROJECT.resolve("monitoring/rules.yml");
  private static final Path DASHBOARD = PROJECT.resolve("monitoring/grafana-dashboard.json");
  private static final Path PAGE = PROJECT.resolve("docs/monitoring.md");
  private static final Pattern RULE_NAME = Pattern.compile("(?m)^ +name: (\\S+)$");
  private static final Pattern RUNBOOK = Pattern.compile("(?m)^### (Stats\\w+)$");
  private static final Pattern METRIC = Pattern.compile("\\b(cassandra_stats_\\w+)");

  private MonitoringFiles() {}

  /** The names that the rules give to metrics. */
  static Set<String> ruleNames() throws IOException {
    return matches(RULE_NAME, Files.readString(RULES));
  }

  static JsonNode dashboard() throws IOException {
    return new ObjectMapper().readTree(DASHBOARD.toFile());
  }

  /** The rules for Prometheus, each of which makes an alert. */
  static JsonNode alerts() throws IOException {
    return new YAMLMapper().readTree(ALERTS.toFile()).at("/groups/0/rules");
  }

  /** The metrics that alerts ask for. */
  static Set<String> namesOfAlerts() throws IOException {
    return matches(METRIC, Files.readString(ALERTS));
  }

  /** The alerts of which the page says what to do. */
  static Set<String> runbooksOfPage() throws IOException {
    return matches(RUNBOOK, Files.readString(PAGE));
  }

  /** The metrics that the dashboard asks for. */
  static Set<String> namesOfDashboard() throws IOException {
    return matches(METRIC, Files.readString(DASHBOARD));
  }

  /** The metrics that the page names. */
  static Set<String> namesOfPage() throws IOException {
    return matches(METRIC, Files.readString(PAGE));
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
