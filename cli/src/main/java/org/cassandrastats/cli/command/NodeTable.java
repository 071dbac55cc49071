/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.io.PrintWriter;
import java.util.List;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.cli.schema.InstalledVersion;
import org.cassandrastats.localcluster.node.NodeRegistry.NodeRecord;

/** Shows local nodes, and what to do with one. */
final class NodeTable {
  private static final List<String> HEADER =
      List.of("version", "port#", "pid#", "state", "lane", "udf threads", "pack", "dir");

  private NodeTable() {}

  static void print(PrintWriter out, List<NodeRecord> records) {
    out.println(Tables.of(HEADER, records.stream().map(NodeTable::row).toList()));
    out.flush();
  }

  static void printHints(PrintWriter out, int port, String query) {
    out.printf(
        """
        Try it (cqlsh comes with: pip install cqlsh):
          cqlsh 127.0.0.1 %d -e "SELECT %s"
        Stop it:
          bin/cassandra-stats node stop --port %d
        """,
        port, query, port);
    out.flush();
  }

  private static List<String> row(NodeRecord record) {
    boolean runs = record.process().isPresent();
    return List.of(
        record.version(),
        Integer.toString(record.port()),
        Long.toString(record.pid()),
        runs ? "running" : "ended",
        lane(record),
        threads(record),
        runs ? pack(record) : "",
        record.directory());
  }

  static String lane(NodeRecord record) {
    if (!record.serverJar()) {
      return Lane.CQL.label();
    }
    return record.udfsEnabled() ? "CQL and native" : Lane.NATIVE.label();
  }

  private static String threads(NodeRecord record) {
    if (!record.udfsEnabled()) {
      return "-";
    }
    return record.udfThreads() ? "on" : "off";
  }

  private static String pack(NodeRecord record) {
    try (CqlSession session = record.sessionBuilder().build()) {
      return InstalledVersion.of(session).orElse("none");
    } catch (DriverException unreachable) {
      return "no answer";
    }
  }
}
