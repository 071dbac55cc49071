/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a panel asks.
 *
 * @param target the query as the dashboard has it
 * @param series the values of the variable {@code service}
 */
record Query(JsonNode panel, JsonNode target, List<String> series) {
  int id() {
    return panel.get("id").asInt();
  }

  boolean isChart() {
    return !panel.get("type").asText().equals("table");
  }

  boolean isHeatmap() {
    return panel.get("type").asText().equals("heatmap");
  }

  /** The interval of a panel so wide that its least one holds; a table has none. */
  Duration interval() {
    return Duration.parse("PT" + panel.path("interval").asText("1h").toUpperCase(Locale.ROOT));
  }

  /** The statement as Grafana hands it to the data source. */
  String replacedByGrafana() {
    String quoted = series.stream().collect(Collectors.joining("','", "'", "'"));
    return target
        .get("target")
        .asText()
        .replace("${service:singlequote}", quoted)
        .replace("$__interval", panel.path("interval").asText())
        .replace("$__timezone", "utc");
  }

  /** The statement as the data source sends it to Cassandra. */
  String replacedByDataSource(Instant from, Instant to) {
    return replacedByGrafana()
        .replace("$__timeFrom", Long.toString(from.toEpochMilli()))
        .replace("$__timeTo", Long.toString(to.toEpochMilli()));
  }

  /** The query as Grafana hands it to the data source. */
  ObjectNode handedOver() {
    return ((ObjectNode) target.deepCopy()).put("target", replacedByGrafana());
  }

  @Override
  public String toString() {
    return panel.get("title").asText() + " " + series;
  }
}
