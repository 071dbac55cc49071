/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.UserError;

/**
 * A session to a cluster. Schema changes all go through one node, the coordinator: in Cassandra up
 * to 5.0 the node through which a function was replaced is the one whose aggregates keep the old
 * body, and only it can be made to take the new one.
 */
public record Cluster(CqlSession session, Node coordinator) implements AutoCloseable {
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SCHEMA_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration AGREEMENT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  public static Cluster of(
      CqlSession session, List<InetSocketAddress> contacts, String datacenter) {
    try {
      return new Cluster(session, coordinator(session, contacts, datacenter));
    } catch (RuntimeException | Error failed) {
      session.close();
      throw failed;
    }
  }

  private static Node coordinator(
      CqlSession session, List<InetSocketAddress> contacts, String datacenter) {
    List<Node> nodes = new ArrayList<>(session.getMetadata().getNodes().values());
    TreeSet<String> datacenters = new TreeSet<>();
    nodes.forEach(node -> datacenters.add(String.valueOf(node.getDatacenter())));
    if (datacenter != null && !datacenters.contains(datacenter)) {
      throw new UserError(
          "There is no datacenter \"%s\": the cluster has %s. Correct or leave out --local-datacenter."
              .formatted(datacenter, String.join(", ", datacenters)));
    }
    return nodes.stream()
        .filter(node -> node.getOpenConnections() > 0)
        .filter(node -> datacenter == null || datacenter.equals(node.getDatacenter()))
        .min(Comparator.comparing(node -> !contacts.contains(node.getEndPoint().resolve())))
        .orElseThrow(
            () ->
                new UserError(
                    "No node%s could be connected to. Give one as --contact-point."
                        .formatted(datacenter == null ? "" : " of datacenter " + datacenter)));
  }

  /** Every node that the cluster knows of, the coordinator first. */
  public List<Node> nodes() {
    return session.getMetadata().getNodes().values().stream()
        .sorted(
            Comparator.<Node, Boolean>comparing(node -> !node.equals(coordinator))
                .thenComparing(Cluster::name))
        .toList();
  }

  /** The datacenter of each node. */
  public List<String> datacenters() {
    return nodes().stream().map(node -> String.valueOf(node.getDatacenter())).toList();
  }

  /** The address of a node, for messages. */
  public static String name(Node node) {
    InetSocketAddress address = (InetSocketAddress) node.getEndPoint().resolve();
    return (address.getAddress() == null
            ? address.getHostString()
            : address.getAddress().getHostAddress())
        + ":"
        + address.getPort();
  }

  /** The rows that one node answers with, acting as the coordinator of the query. */
  public List<Row> query(Node node, String cql, Object... values) {
    return session
        .execute(SimpleStatement.newInstance(cql, values).setNode(node).setTimeout(QUERY_TIMEOUT))
        .all();
  }

  /** A value as a CQL literal. */
  public String literal(Row row, int column) {
    return session
        .getContext()
        .getCodecRegistry()
        .codecFor(row.getType(column))
        .format(row.getObject(column));
  }

  /** Executes a statement through the given node. */
  public void execute(Node node, String cql) {
    session.execute(SimpleStatement.newInstance(cql).setNode(node).setTimeout(SCHEMA_TIMEOUT));
  }

  /**
   * Whether all nodes that answer have the same schema; waits for some time until they have. Each
   * is asked itself: the driver asks one node what it has heard of the others, which is old news
   * right after a change that another node has made.
   */
  public boolean hasSchemaAgreement() {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE.toNanos();
    while (schemaVersions().size() > 1) {
      if (System.nanoTime() - start > AGREEMENT_TIMEOUT.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
    }
    return true;
  }

  private Set<UUID> schemaVersions() {
    List<CompletableFuture<UUID>> answers =
        nodes().stream()
            .filter(node -> node.getOpenConnections() > 0)
            .map(
                node ->
                    session
                        .executeAsync(
                            SimpleStatement.newInstance("SELECT schema_version FROM system.local")
                                .setNode(node)
                                .setTimeout(QUERY_TIMEOUT))
                        .toCompletableFuture()
                        .thenApply(rows -> rows.one().getUuid(0))
                        // No answer is no agreement, until the driver knows that the node is down.
                        .exceptionally(failed -> UUID.randomUUID()))
            .toList();
    return answers.stream().map(CompletableFuture::join).collect(Collectors.toSet());
  }

  @Override
  public void close() {
    session.close();
  }

  private static final int MOST = 3;

  /**
   * The user's choice, or else as many replicas as every datacenter has nodes for, at most 3.
   *
   * @param chosen a CQL map, or null
   * @param datacenters the datacenter of each node
   */
  public static String replication(String chosen, Collection<String> datacenters) {
    if (chosen != null) {
      return chosen;
    }
    Map<String, Long> sizes =
        datacenters.stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    long smallest = sizes.values().stream().mapToLong(Long::longValue).min().orElse(1);
    return "{'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
        .formatted(Math.min(smallest, MOST));
  }
}
