/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A frame as Grafana's browser code gets it: fields with their types, and a column for each. */
record Frame(String name, List<String> fields, List<String> types, JsonNode columns) {
  static Frame of(JsonNode json) {
    List<String> fields = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (JsonNode field : json.at("/schema/fields")) {
      fields.add(field.get("name").asText());
      types.add(field.at("/typeInfo/frame").asText());
    }
    return new Frame(json.at("/schema/name").asText(), fields, types, json.at("/data/values"));
  }

  /** The first field is the series, one other may be a time, and all others are numbers. */
  List<Point> points() {
    assertThat(types.get(0)).isEqualTo("string");
    assertThat(types.subList(1, types.size())).isSubsetOf("time.Time", "float64", "int64");
    List<Point> points = new ArrayList<>();
    for (int row = 0; row < columns.get(0).size(); row++) {
      assertThat(columns.get(0).get(row).asText()).isEqualTo(name);
      Instant time = null;
      Map<String, Double> numbers = new LinkedHashMap<>();
      for (int field = 1; field < fields.size(); field++) {
        JsonNode value = columns.get(field).get(row);
        if (types.get(field).equals("time.Time")) {
          assertThat(time).isNull();
          time = Instant.ofEpochMilli(value.asLong());
        } else {
          numbers.put(fields.get(field), value.asDouble());
        }
      }
      points.add(new Point(name, time, numbers));
    }
    return points;
  }
}
