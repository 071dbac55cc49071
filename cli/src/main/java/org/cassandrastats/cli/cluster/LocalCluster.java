/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.cluster;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.node.LocalSessions;
import org.cassandrastats.cli.node.Node;

/**
 * One Cassandra node or more of this machine, in containers or in JVMs of their own, for tests and
 * measurements. Nodes are numbered from 1; each owns an equal part of the tokens. The cluster ends
 * with {@link #close}, and no later than this JVM does, by whatever signal (save SIGKILL).
 */
public interface LocalCluster extends AutoCloseable {
  /** What the nodes run in, in a line for a report. */
  String description();

  /** How many nodes there are, stopped ones included. */
  int size();

  /** Where a node answers CQL. */
  InetSocketAddress address(int node);

  /**
   * Ends a node in order, so that its data are kept.
   *
   * @throws UserError if it does not end
   */
  void stop(int node);

  /**
   * Starts a stopped node over its data, and waits until all nodes that run read from each other.
   *
   * @throws UserError if it does not answer, with the end of its log
   */
  void start(int node);

  /**
   * Runs a script with cqlsh: the one inside the container, or the one that the settings offer.
   *
   * @throws UserError if there is no cqlsh
   */
  ScriptOutput cqlsh(int node, Path script);

  /** Writes what a node has of a keyspace to disk, one file for each table. */
  void compact(int node, String keyspace);

  /** Whether a node runs. */
  boolean isRunning(int node);

  /** The running nodes, where they are JVMs of their own; none where they are containers. */
  default List<Node> forked() {
    return List.of();
  }

  /** The last lines of a node's log. */
  String logTail(int node);

  /** A session in the making that may ask every node. */
  default CqlSessionBuilder sessionBuilder() {
    return LocalSessions.builder(IntStream.rangeClosed(1, size()).mapToObj(this::address).toList());
  }

  /** A session in the making that asks nobody but one node, which coordinates every request. */
  default CqlSessionBuilder sessionBuilder(int node) {
    return LocalSessions.only(address(node));
  }

  @Override
  void close();

  /**
   * What cqlsh left behind.
   *
   * @param exitCode 0 if every statement succeeded
   * @param output its standard output
   * @param errors its standard error
   */
  record ScriptOutput(int exitCode, String output, String errors) {}
}
