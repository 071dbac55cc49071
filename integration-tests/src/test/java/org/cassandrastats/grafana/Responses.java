/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.live.CommandResult;

/** The rows that the example's script prints. */
final class Responses {
  private static final Path SCRIPT = Dashboard.PROJECT.resolve("examples/grafana/rows.py");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ssX");
  private static final int ROWS_OF_A_BATCH = 60;

  private final List<Response> rows;

  private Responses(List<Response> rows) {
    this.rows = rows;
  }

  /** A row; its value may be null. */
  private record Response(String service, Instant at, Double millis) {}

  /** Runs the script. */
  static Responses read() throws IOException {
    CommandResult result = CommandResult.of(List.of("python3", SCRIPT.toString()));
    assertThat(result.exitCode()).as("%s", result).isZero();
    return new Responses(result.output().lines().map(Responses::parsed).toList());
  }

  private static Response parsed(String line) {
    String[] cells = line.split(",", -1);
    return new Response(
        cells[0],
        OffsetDateTime.parse(cells[1].replace("+0000", "Z"), TIME).toInstant(),
        cells[2].isEmpty() ? null : Double.valueOf(cells[2]));
  }

  /** Inserts them. */
  void insert(CqlSession session) {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO grafana_example.response (service, at, millis) VALUES (?, ?, ?)");
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += ROWS_OF_A_BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
      for (Response row : rows.subList(from, Math.min(rows.size(), from + ROWS_OF_A_BATCH))) {
        batch.addStatement(insert.bind(row.service(), row.at(), row.millis()));
      }
      sent.add(session.executeAsync(batch.build()));
    }
    sent.forEach(each -> each.toCompletableFuture().join());
  }

  List<String> services() {
    return rows.stream().map(Response::service).distinct().sorted().toList();
  }

  /** The values of a service in ascending order, by the beginning of their interval. */
  Map<Instant, List<Double>> byInterval(String service, Duration interval) {
    Map<Instant, List<Double>> values = new TreeMap<>();
    for (Response row : rows) {
      if (row.service().equals(service)) {
        long millis = row.at().toEpochMilli();
        Instant begin = Instant.ofEpochMilli(millis - Math.floorMod(millis, interval.toMillis()));
        List<Double> those = values.computeIfAbsent(begin, time -> new ArrayList<>());
        if (row.millis() != null) {
          those.add(row.millis());
        }
      }
    }
    values.values().forEach(those -> those.sort(null));
    return values;
  }

  /** All values of a service in ascending order. */
  List<Double> values(String service) {
    return byInterval(service, Duration.ofDays(365)).values().stream()
        .flatMap(List::stream)
        .sorted()
        .toList();
  }
}
