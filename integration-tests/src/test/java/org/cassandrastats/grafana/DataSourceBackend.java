/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.live.CommandResult;

/**
 * The data source's own backend, compiled from its Go module, and what speaks to it as Grafana
 * does. It has the settings of the example, but for the node.
 */
final class DataSourceBackend {
  private static final Path SOURCES = Path.of("src", "test", "go", "grafana").toAbsolutePath();
  private static final Path DIRECTORY = Path.of("target", "grafana").toAbsolutePath();
  private static final Path SETTINGS = Dashboard.PROJECT.resolve("examples/grafana/datasource.yml");
  private static final String BACKEND = "github.com/HadesArchitect/GrafanaCassandraDatasource/pkg";
  private static final int SECONDS = 120;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InetSocketAddress node;

  private DataSourceBackend(InetSocketAddress node) {
    this.node = node;
  }

  /** Compiles both, in a minute or two where Go has nothing in its cache. */
  static DataSourceBackend build(InetSocketAddress node) throws IOException {
    Files.createDirectories(DIRECTORY);
    for (String file : List.of("go.mod", "main.go")) {
      Files.copy(
          SOURCES.resolve(file), DIRECTORY.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    run(DIRECTORY, go("backend", BACKEND));
    run(DIRECTORY, go("ask", "."));
    return new DataSourceBackend(node);
  }

  /** Writes the sums of all modules into the copy. */
  private static List<String> go(String program, String source) {
    String go = Dashboard.PROJECT.resolve("build/go").toString();
    return List.of(go, "build", "-mod=mod", "-o", program, source);
  }

  /**
   * Asks several queries at once.
   *
   * @param queries by the names under which their answers come
   * @return for each name its frames or an error
   */
  JsonNode ask(Dashboard range, Map<String, ObjectNode> queries) throws IOException {
    ObjectNode request = JSON.createObjectNode();
    request.put("url", node.getHostString() + ":" + node.getPort());
    JsonNode settings = new YAMLMapper().readTree(SETTINGS.toFile()).at("/datasources/0/jsonData");
    // That of the example is too short for a machine that does something else as well.
    request.set("jsonData", ((ObjectNode) settings).put("timeout", SECONDS));
    request.put("from", range.from().toString());
    request.put("to", range.to().toString());
    request.set("queries", JSON.valueToTree(queries));
    Path file = DIRECTORY.resolve("request.json");
    JSON.writeValue(file.toFile(), request);
    String answer =
        run(
            DIRECTORY,
            List.of(
                DIRECTORY.resolve("ask").toString(),
                DIRECTORY.resolve("backend").toString(),
                file.toString()));
    return JSON.readTree(answer).get("results");
  }

  /** The points of an answer, whose frames are those of the series in any order. */
  static List<Point> points(JsonNode answer) {
    assertThat(answer.path("error").asText()).isEmpty();
    List<Point> points = new ArrayList<>();
    for (JsonNode frame : answer.get("frames")) {
      Frame.of(frame).points().forEach(points::add);
    }
    return points;
  }

  private static String run(Path directory, List<String> command) throws IOException {
    CommandResult result = CommandResult.of(command, directory);
    assertThat(result.exitCode()).as("%s: %s", command, result).isZero();
    return result.output();
  }
}
