/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards are such as Grafana takes, and ask the data source that is chosen. */
final class DashboardsTest {
  private static final int COLUMNS = 24;
  private static final Pattern STATEMENT = Pattern.compile("(?s)```sql\n(.*?)\n```");

  static Stream<Dashboard> dashboards() {
    return Stream.of(Dashboard.EXAMPLE, "monitoring/grafana-dashboard.json").map(Dashboard::read);
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void should_say_of_every_panel_what_it_shows_and_in_which_unit(Dashboard dashboard) {
    assertThat(dashboard.charts())
        .isNotEmpty()
        .allSatisfy(
            panel -> {
              assertThat(panel.get("title").asText()).isNotBlank();
              assertThat(panel.get("description").asText()).endsWith(".");
              assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
              assertThat(panel.get("targets")).isNotEmpty();
              assertThat(panel.findValuesAsText("refId")).doesNotHaveDuplicates();
            });
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void should_ask_the_data_source_that_is_chosen(Dashboard dashboard) {
    JsonNode variable = dashboard.json().at("/templating/list/0");
    assertThat(variable.get("type").asText()).isEqualTo("datasource");
    assertThat(variable.get("name").asText()).isEqualTo("datasource");
    assertThat(dashboard.json().findValues("datasource"))
        .isNotEmpty()
        .allSatisfy(
            source -> {
              assertThat(source.get("type")).isEqualTo(variable.get("query"));
              assertThat(source.get("uid").asText()).isEqualTo("${datasource}");
            });
    for (JsonNode panel : dashboard.charts()) {
      assertThat(panel.get("targets"))
          .allSatisfy(target -> assertThat(target.has("datasource")).isTrue());
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void should_lay_out_its_panels_side_by_side(Dashboard dashboard) {
    Set<List<Integer>> taken = new HashSet<>();
    for (JsonNode panel : dashboard.panels()) {
      JsonNode at = panel.get("gridPos");
      for (int x = at.get("x").asInt(); x < at.get("x").asInt() + at.get("w").asInt(); x++) {
        for (int y = at.get("y").asInt(); y < at.get("y").asInt() + at.get("h").asInt(); y++) {
          assertThat(x).isBetween(0, COLUMNS - 1);
          assertThat(taken.add(List.of(x, y))).as("%s", panel.get("title")).isTrue();
        }
      }
    }
    assertThat(dashboard.panels())
        .extracting(panel -> panel.get("id").asInt())
        .doesNotHaveDuplicates();
  }

  @Test
  void should_ask_the_statements_that_the_page_shows() throws IOException {
    String page = Files.readString(Dashboard.PROJECT.resolve("docs/grafana.md"));

    assertThat(Dashboard.read(Dashboard.EXAMPLE).charts())
        .extracting(panel -> panel.at("/targets/0/target").asText())
        .containsExactlyElementsOf(
            STATEMENT.matcher(page).results().map(match -> match.group(1)).toList());
  }

  @Test
  void should_draw_series_in_the_same_colors_each_time() {
    assertThat(Dashboard.read(Dashboard.EXAMPLE).charts())
        .filteredOn(panel -> panel.get("type").asText().equals("timeseries"))
        .hasSizeGreaterThan(2)
        .allSatisfy(
            panel ->
                assertThat(panel.at("/fieldConfig/defaults/color/mode").asText())
                    .isEqualTo("palette-classic-by-name"));
  }

  @Test
  void should_name_nothing_but_limits_in_a_heatmap() {
    JsonNode heatmap =
        Dashboard.read(Dashboard.EXAMPLE).charts().stream()
            .filter(panel -> panel.get("type").asText().equals("heatmap"))
            .findFirst()
            .orElseThrow();

    assertThat(heatmap.at("/options/rowsFrame/layout").asText()).isEqualTo("le");
    assertThat(heatmap.at("/targets/0/target").asText().split(" AS ", -1))
        .hasSizeGreaterThan(3)
        .satisfies(parts -> assertThat(parts[1]).startsWith("time,"))
        .satisfies(
            parts -> {
              for (String part : List.of(parts).subList(2, parts.length)) {
                assertThat(part).matches("(?s)\"(\\d+|\\+Inf)\".*");
              }
            });
  }
}
