/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.running;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;

/** The virtual table of running aggregations, of which each node has its own. */
final class RunningTable {
  private static final String NAME = "stats_admin.running_aggregations";

  private RunningTable() {}

  /** What a node shows of an aggregation; what it does not know is a dash. */
  record Entry(
      String id,
      String role,
      String client,
      String table,
      Duration age,
      long pages,
      long cursorPages,
      long rows,
      long bytes,
      String statement) {}

  /** Where an aggregation runs, and its number there. */
  record Id(String node, long number) {
    private static final Pattern FORM = Pattern.compile("(\\S+:\\d{1,5})/(\\d{1,18})");

    static Optional<Id> parse(String text) {
      Matcher matcher = FORM.matcher(text);
      return matcher.matches()
          ? Optional.of(new Id(matcher.group(1), Long.parseLong(matcher.group(2))))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return node + "/" + number;
    }
  }

  /** Those of one node, the oldest first. */
  static List<Entry> on(Cluster cluster, Node node) {
    return cluster
        // By the clock of the node.
        .query(
            node,
            "SELECT id, role, client, table_name, started, toTimestamp(now()) AS now, pages,"
                + " cursor_pages, rows, bytes, statement FROM "
                + NAME)
        .stream()
        .sorted((one, other) -> Long.compare(one.getLong("id"), other.getLong("id")))
        .map(row -> entry(node, row))
        .toList();
  }

  private static Entry entry(Node node, Row row) {
    return new Entry(
        new Id(Cluster.name(node), row.getLong("id")).toString(),
        known(row.getString("role")),
        known(row.getString("client")),
        known(row.getString("table_name")),
        Duration.between(row.getInstant("started"), row.getInstant("now")),
        row.getLong("pages"),
        row.getLong("cursor_pages"),
        row.getLong("rows"),
        row.getLong("bytes"),
        known(row.getString("statement")));
  }

  private static String known(String text) {
    return Objects.requireNonNullElse(text, "-");
  }

  static void stop(Cluster cluster, Node node, Id id) {
    cluster.query(node, "DELETE FROM " + NAME + " WHERE id = ?", id.number());
  }

  /**
   * Why a node did not answer, in a line, and what to do about it.
   *
   * @param permission what the role needs
   */
  static String explain(Node node, DriverException failed, String permission) {
    String message = ConnectionFailures.firstLine(failed);
    String what;
    if (failed instanceof UnauthorizedException) {
      what =
          "the role may not do this. GRANT %s ON %s TO the role. (%s)"
              .formatted(permission, NAME, message);
    } else if (failed instanceof InvalidQueryException && message.contains("does not exist")) {
      what =
          "has no server jar that shows what runs: it needs the jar, and a version of Cassandra that"
              + " docs/direct-reads.md names. ("
              + message
              + ")";
    } else if (failed instanceof InvalidQueryException) {
      what = message;
    } else {
      what = "cannot be asked (" + message + ")";
    }
    return "%s: %s".formatted(Cluster.name(node), what);
  }
}
