/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;

/** What the functions of the server jar have done since their nodes started, in one line. */
final class LaneHealth {
  private static final String QUERY =
      "SELECT name, calls, rows, largest_state, refusals FROM stats_admin.functions";

  private final Map<String, Long> refusals = new TreeMap<>();
  private final List<String> unknown = new ArrayList<>();
  private long calls;
  private long rows;
  private long largestState;
  private String largest = "";
  private boolean known;

  /** Of no node yet. */
  LaneHealth() {}

  /** Asks all nodes. Never fails: who may verify need not be one who may read the table. */
  static LaneHealth of(Cluster cluster, List<Node> nodes) {
    LaneHealth health = new LaneHealth();
    for (Node node : nodes) {
      try {
        List<Row> functions = cluster.query(node, QUERY);
        health.answered();
        functions.forEach(health::add);
      } catch (DriverException failed) {
        health.unknown(Cluster.name(node), ConnectionFailures.firstLine(failed));
      }
    }
    return health;
  }

  private void add(Row row) {
    add(
        row.getString("name"),
        row.getLong("calls"),
        row.getLong("rows"),
        row.getLong("largest_state"),
        row.getLong("refusals"));
  }

  /** Notes that a node said something, and be it that nothing was called. */
  void answered() {
    known = true;
  }

  /** Adds what the functions of a name have done on a node. */
  void add(String name, long ofCalls, long ofRows, long bytes, long refused) {
    calls += ofCalls;
    rows += ofRows;
    if (refused > 0) {
      refusals.merge(name, refused, Long::sum);
    }
    if (bytes > largestState) {
      largestState = bytes;
      largest = name;
    }
  }

  /** Notes that a node did not say. */
  void unknown(String node, String reason) {
    unknown.add("%s (%s)".formatted(node, reason));
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder("Health: ");
    if (known) {
      long refused = refusals.values().stream().mapToLong(Long::longValue).sum();
      line.append(
          String.format(
              Locale.ROOT,
              "%,d calls over %,d rows since the nodes started, %,d refused%s; largest state %s.",
              calls,
              rows,
              refused,
              refused == 0 ? "" : " (" + most() + ")",
              largestState == 0
                  ? "none"
                  : String.format(Locale.ROOT, "%,d bytes (%s)", largestState, largest)));
    }
    if (!unknown.isEmpty()) {
      line.append(known ? " Not" : "not").append(" known of ").append(String.join("; ", unknown));
    }
    return line.toString();
  }

  /** The three functions that have refused most. */
  private String most() {
    return refusals.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(3)
        .map(entry -> String.format(Locale.ROOT, "%s %,d", entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }
}
