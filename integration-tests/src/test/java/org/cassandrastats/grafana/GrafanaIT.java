/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every statement of the example's dashboard, with what Grafana and the data source put into it,
 * answers what the rows give: through the driver, and through the data source's own backend.
 */
@Tag(Lane.NATIVE_TAG)
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GrafanaIT {
  private static final Path EXAMPLE = Dashboard.PROJECT.resolve("examples/grafana");
  private static final Dashboard DASHBOARD = Dashboard.read(Dashboard.EXAMPLE);

  /** Those to which Grafana rounds, as it writes them. */
  private static final String INTERVALS =
      "1ms 10ms 20ms 50ms 100ms 200ms 500ms 1s 2s 5s 10s 15s 20s 30s 1m 2m 5m 10m 15m 20m 30m"
          + " 1h 2h 3h 6h 12h 1d 7d 30d 1y";

  private final LiveNode node;
  private Responses responses;

  GrafanaIT(LiveNode node) {
    this.node = node;
  }

  private CqlSession session() {
    return node.session();
  }

  @BeforeAll
  void load() throws IOException {
    drop();
    for (String service : List.of("rows", "rollup")) {
      CommandLineRun run = CommandLineRun.of(command(service));
      assertThat(run.exitCode()).as("%s", run).isZero();
      if (service.equals("rows")) {
        Responses.forgetAnHour(session());
      }
    }
    responses = Responses.read(session());
  }

  @AfterAll
  void drop() {
    session().execute("DROP KEYSPACE IF EXISTS stats_example");
  }

  /** The command of a service of the compose file, for this node. */
  private String[] command(String service) throws IOException {
    String point = node.node().address().getHostString() + ":" + node.node().address().getPort();
    List<String> words = new ArrayList<>();
    for (JsonNode word :
        new YAMLMapper()
            .readTree(EXAMPLE.resolve("compose.yml").toFile())
            .at("/services/" + service + "/command")) {
      words.add(word.asText().replace("cassandra:9042", point));
    }
    return words.toArray(String[]::new);
  }

  @Test
  void should_find_the_services_of_the_variable() {
    String statement = DASHBOARD.json().at("/templating/list/1/query/query").asText();

    assertThat(session().execute(statement).all())
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrderElementsOf(responses.services());
  }

  @Test
  void should_answer_every_statement_with_what_the_rows_give() {
    for (Query query : DASHBOARD.queries(responses.services())) {
      String statement = query.replacedByDataSource(DASHBOARD.from(), DASHBOARD.to());
      assertThat(statement).startsWith("SELECT ").doesNotContain("$");
      ResultSet answer = session().execute(statement);
      checkTypes(query, answer);
      List<Point> points = new ArrayList<>();
      answer.forEach(row -> points.add(point(row)));
      new ExpectedPoints(responses).check(query, points, null);
    }
  }

  @Test
  void should_take_every_interval_in_every_time_zone() {
    for (String interval : INTERVALS.split(" ", -1)) {
      for (String zone : List.of("utc", "Europe/Berlin", "Asia/Kathmandu")) {
        Instant now = Instant.parse("2026-06-03T14:30:00Z");
        Row row =
            session()
                .execute(
                    "SELECT stats.time_bucket('%s', (timestamp) %d, '%s') + %1$s FROM system.local"
                        .formatted(interval, now.toEpochMilli(), zone))
                .one();

        assertThat(row.getInstant(0)).as(interval + " " + zone).isAfter(now);
      }
    }
  }

  @Test
  @Tag("extended")
  void should_answer_by_the_backend_of_the_data_source() throws IOException {
    Map<String, Query> asked = new LinkedHashMap<>();
    Map<String, ObjectNode> queries = new LinkedHashMap<>();
    for (Query query : DASHBOARD.queries(responses.services())) {
      asked.put(query.toString(), query);
      queries.put(query.toString(), query.handedOver());
    }

    JsonNode answers = DataSourceBackend.build(node.node().address()).ask(DASHBOARD, queries);

    asked.forEach(
        (name, query) ->
            new ExpectedPoints(responses)
                .check(query, DataSourceBackend.points(answers.get(name)), 0.0));
  }

  @Test
  @Tag("extended")
  void should_refuse_by_the_backend_what_the_page_says() throws IOException {
    Map<String, ObjectNode> queries = new LinkedHashMap<>();
    queries.put("line", select("SELECT\nservice, at, millis"));
    queries.put("list", select("SELECT service, at, [millis] AS list"));
    queries.put("decimal", select("SELECT service, at, CAST(millis AS decimal) AS number"));
    queries.put("tuple", select("SELECT service, at, (millis, millis) AS pair"));
    queries.put("varint", select("SELECT service, at, CAST(millis AS varint) AS number"));

    JsonNode answers = DataSourceBackend.build(node.node().address()).ask(DASHBOARD, queries);

    assertThat(answers.at("/line/error").asText()).contains("query is not a SELECT statement");
    for (String type : List.of("list", "decimal", "tuple")) {
      assertThat(answers.at("/" + type + "/error").asText()).contains("has unsupported type");
    }
    assertThat(Frame.of(answers.at("/varint/frames/0")).types())
        .containsExactly("string", "time.Time", "string");
  }

  private static ObjectNode select(String selectors) {
    return new ObjectMapper()
        .createObjectNode()
        .put("queryType", "query")
        .put("rawQuery", true)
        .put(
            "target",
            selectors + " FROM stats_example.response_time WHERE service = 'login' LIMIT 1");
  }

  private static void checkTypes(Query query, ResultSet answer) {
    List<DataType> types = new ArrayList<>();
    for (ColumnDefinition column : answer.getColumnDefinitions()) {
      types.add(column.getType());
    }
    assertThat(types.get(0)).isEqualTo(DataTypes.TEXT);
    assertThat(types).filteredOn(DataTypes.TIMESTAMP::equals).hasSize(query.isChart() ? 1 : 0);
    assertThat(types.subList(1, types.size()))
        .isSubsetOf(DataTypes.TIMESTAMP, DataTypes.DOUBLE, DataTypes.BIGINT);
  }

  private static Point point(Row row) {
    Instant time = null;
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (ColumnDefinition column : row.getColumnDefinitions()) {
      Object value = row.getObject(column.getName());
      if (value instanceof Instant instant) {
        time = instant;
      } else if (!(value instanceof String)) {
        numbers.put(
            column.getName().asInternal(), value == null ? null : ((Number) value).doubleValue());
      }
    }
    return new Point(row.getString(0), time, numbers);
  }
}
