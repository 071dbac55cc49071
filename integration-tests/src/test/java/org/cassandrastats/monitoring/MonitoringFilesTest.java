/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard and the alerts ask for what the rules give. */
final class MonitoringFilesTest {
  private static final String CHOSEN =
      "{job=~\"$job\", cluster=~\"$cluster\", datacenter=~\"$datacenter\", instance=~\"$instance\"}";

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
  void should_ask_the_nodes_that_are_chosen() throws IOException {
    JsonNode dashboard = MonitoringFiles.dashboard();

    assertThat(dashboard.at("/templating/list").findValuesAsText("name"))
        .containsExactly("datasource", "job", "cluster", "datacenter", "instance");
    assertThat(dashboard.get("panels").findValuesAsText("expr"))
        .isNotEmpty()
        .allSatisfy(
            expression ->
                assertThat(expression.replaceAll("cassandra_stats_\\w+", "@"))
                    .contains("@" + CHOSEN)
                    .doesNotContainPattern("@(?!" + Pattern.quote(CHOSEN) + ")"));
  }
}
