/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;

/** What Cassandra itself has noted about requests: its traces. */
final class Traces {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /**
   * A request.
   *
   * @param coordinator the node that it was sent to
   * @param sources all nodes that did something for it
   */
  record Trace(InetAddress coordinator, Set<InetAddress> sources) {}

  private Traces() {}

  /** Traces every request that a node coordinates, or none. */
  static void set(Node node, boolean all) {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      connector
          .getMBeanServerConnection()
          .setAttribute(
              new ObjectName(STORAGE), new Attribute("TraceProbability", all ? 1.0 : 0.0));
    } catch (JMException failed) {
      throw new IllegalStateException("requests cannot be traced", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * The traces of requests whose statement contains a text, when no more of them come. Nodes write
   * them after they have answered, and drop some or parts of them when they are busy.
   */
  static List<Trace> await(CqlSession session, String text) {
    long start = System.nanoTime();
    List<Trace> before = List.of();
    List<Trace> traces = read(session, text);
    while ((traces.isEmpty() || !traces.equals(before))
        && System.nanoTime() - start < LONGEST_WAIT.toNanos()) {
      LockSupport.parkNanos(PAUSE.toNanos());
      before = traces;
      traces = read(session, text);
    }
    return traces;
  }

  private static List<Trace> read(CqlSession session, String text) {
    List<Trace> traces = new ArrayList<>();
    for (Row row :
        session.execute(
            "SELECT session_id, coordinator, parameters, duration FROM system_traces.sessions")) {
      Map<String, String> parameters = row.getMap("parameters", String.class, String.class);
      boolean complete = !row.isNull("duration");
      if (complete && parameters.getOrDefault("query", "").contains(text)) {
        Set<InetAddress> sources = new HashSet<>();
        session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT source FROM system_traces.events WHERE session_id = ?",
                    row.getUuid("session_id")))
            .forEach(event -> sources.add(event.getInetAddress("source")));
        traces.add(new Trace(row.getInetAddress("coordinator"), sources));
      }
    }
    return traces;
  }
}
