/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard is one that Grafana takes; it and the alerts ask for what the rules give. */
final class MonitoringFilesTest {
  private static final int COLUMNS = 24;
  private static final String CHOSEN =
      "{job=~\"$job\", cluster=~\"$cluster\", datacenter=~\"$datacenter\", instance=~\"$instance\"}";

  private static List<JsonNode> panels() throws IOException {
    List<JsonNode> panels = new ArrayList<>();
    MonitoringFiles.dashboard().get("panels").forEach(panels::add);
    return panels;
  }

  private static List<JsonNode> charts() throws IOException {
    return panels().stream().filter(panel -> !panel.get("type").asText().equals("row")).toList();
  }

  @Test
  void should_show_every_metric_of_the_rules_and_no_other() throws IOException {
    assertThat(MonitoringFiles.namesOfDashboard())
        .isEqualTo(MonitoringFiles.ruleNames())
        .isNotEmpty();
  }

  @Test
  void should_explain_every_metric_of_the_rules_and_no_other() throws IOException {
    assertThat(MonitoringFiles.namesOfPage()).isEqualTo(MonitoringFiles.ruleNames());
  }

  @Test
  void should_alert_on_metrics_of_the_rules() throws IOException {
    assertThat(MonitoringFiles.ruleNames()).containsAll(MonitoringFiles.namesOfAlerts());
  }

  @Test
  void should_say_of_every_alert_how_severe_it_is_and_what_to_do() throws IOException {
    JsonNode alerts = MonitoringFiles.alerts();

    assertThat(alerts.findValuesAsText("alert"))
        .containsExactlyInAnyOrderElementsOf(MonitoringFiles.runbooksOfPage())
        .isNotEmpty();
    assertThat(alerts)
        .allSatisfy(
            alert -> {
              assertThat(alert.at("/labels/severity").asText()).isIn("critical", "warning", "info");
              assertThat(alert.at("/annotations/runbook_url").asText())
                  .endsWith(
                      "docs/monitoring.md#" + alert.get("alert").asText().toLowerCase(Locale.ROOT));
            });
  }

  @Test
  void should_say_of_every_panel_what_it_shows_and_in_which_unit() throws IOException {
    assertThat(charts())
        .isNotEmpty()
        .allSatisfy(
            panel -> {
              assertThat(panel.get("title").asText()).isNotBlank();
              assertThat(panel.get("description").asText()).endsWith(".");
              assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
              assertThat(panel.get("targets")).isNotEmpty();
            });
  }

  @Test
  void should_ask_the_data_source_and_the_nodes_that_are_chosen() throws IOException {
    JsonNode variables = MonitoringFiles.dashboard().at("/templating/list");
    assertThat(variables.findValuesAsText("name"))
        .containsExactly("datasource", "job", "cluster", "datacenter", "instance");
    assertThat(variables.get(0).get("type").asText()).isEqualTo("datasource");
    assertThat(MonitoringFiles.dashboard().findValuesAsText("uid"))
        .containsOnly("${datasource}", "cassandra-stats");
    for (JsonNode panel : charts()) {
      assertThat(panel.get("targets"))
          .allSatisfy(
              target -> {
                assertThat(target.at("/datasource/uid").asText()).isEqualTo("${datasource}");
                assertThat(target.get("expr").asText().replaceAll("cassandra_stats_\\w+", "@"))
                    .contains("@" + CHOSEN)
                    .doesNotContainPattern("@(?!" + Pattern.quote(CHOSEN) + ")");
              });
      assertThat(panel.findValuesAsText("refId")).doesNotHaveDuplicates();
    }
  }

  @Test
  void should_lay_out_its_panels_side_by_side() throws IOException {
    Set<List<Integer>> taken = new HashSet<>();
    for (JsonNode panel : panels()) {
      JsonNode at = panel.get("gridPos");
      for (int x = at.get("x").asInt(); x < at.get("x").asInt() + at.get("w").asInt(); x++) {
        for (int y = at.get("y").asInt(); y < at.get("y").asInt() + at.get("h").asInt(); y++) {
          assertThat(x).isBetween(0, COLUMNS - 1);
          assertThat(taken.add(List.of(x, y))).as("%s", panel.get("title")).isTrue();
        }
      }
    }
    assertThat(panels()).extracting(panel -> panel.get("id").asInt()).doesNotHaveDuplicates();
  }
}
