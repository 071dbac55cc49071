/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A dashboard of the repository. */
record Dashboard(Path file, JsonNode json) {
  static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** That of docs/grafana.md. */
  static final String EXAMPLE = "examples/grafana/dashboard.json";

  /** Reads one by its path in the repository. */
  static Dashboard read(String file) {
    try {
      Path path = PROJECT.resolve(file);
      return new Dashboard(path, new ObjectMapper().readTree(path.toFile()));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    json.get("panels").forEach(panels::add);
    return panels;
  }

  /** The panels that ask something. */
  List<JsonNode> charts() {
    return panels().stream().filter(panel -> !panel.get("type").asText().equals("row")).toList();
  }

  /** What is asked: of all series, or of each by itself below a row that is repeated for it. */
  List<Query> queries(List<String> series) {
    List<Query> queries = new ArrayList<>();
    boolean repeated = false;
    for (JsonNode panel : panels()) {
      repeated |= panel.has("repeat");
      for (JsonNode target : panel.path("targets")) {
        if (repeated) {
          series.forEach(each -> queries.add(new Query(panel, target, List.of(each))));
        } else {
          queries.add(new Query(panel, target, series));
        }
      }
    }
    return queries;
  }

  Instant from() {
    return Instant.parse(json.at("/time/from").asText());
  }

  Instant to() {
    return Instant.parse(json.at("/time/to").asText());
  }

  @Override
  public String toString() {
    return PROJECT.relativize(file).toString();
  }
}
