/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of the example. */
final class Responses {
  private static final Instant FORGOTTEN = Instant.parse("2026-03-29T02:00:00Z");
  private static final Duration FORGOTTEN_FOR = Duration.ofHours(1);
  private static final Duration APART = Duration.ofSeconds(20);

  private final List<Response> rows;

  private Responses(List<Response> rows) {
    this.rows = rows;
  }

  /** A row; its value may be null. */
  private record Response(String service, Instant at, Double millis) {}

  /** Removes the values of an hour of a service, whose rows stay: panels meet nulls. */
  static void forgetAnHour(CqlSession session) {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO stats_example.response_time (service, at, millis) VALUES ('login', ?, null)");
    for (Instant at = FORGOTTEN; at.isBefore(FORGOTTEN.plus(FORGOTTEN_FOR)); at = at.plus(APART)) {
      session.execute(insert.bind(at));
    }
  }

  /** Reads them. */
  static Responses read(CqlSession session) {
    List<Response> rows = new ArrayList<>();
    for (Row row : session.execute("SELECT service, at, millis FROM stats_example.response_time")) {
      rows.add(
          new Response(
              row.getString("service"), row.getInstant("at"), row.get("millis", Double.class)));
    }
    return new Responses(rows);
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
