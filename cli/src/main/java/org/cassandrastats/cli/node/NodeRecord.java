/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is remembered of a node that runs on after the command that started it.
 *
 * @param version of Cassandra
 * @param address that it listens on
 * @param port for CQL
 * @param pid of its process
 * @param startedMillis when its process started, in milliseconds since 1970
 * @param directory of its files
 * @param directoryKept whether the directory was the user's choice and so is not removed
 * @param udfsEnabled whether there are user-defined functions; where that was not remembered, there
 *     are unless the node has the server jar
 * @param udfThreads whether user-defined functions run in threads of their own
 * @param serverJar whether the node has the pack's server jar; false for what was remembered before
 *     there was one
 */
public record NodeRecord(
    String version,
    String address,
    int port,
    long pid,
    long startedMillis,
    String directory,
    boolean directoryKept,
    Boolean udfsEnabled,
    boolean udfThreads,
    boolean serverJar) {
  // The clock may have been set meanwhile; a pid is not given out again within seconds of a start.
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

  /** Fills in what older files lack. */
  public NodeRecord {
    udfsEnabled = udfsEnabled == null ? !serverJar : udfsEnabled;
  }

  static NodeRecord of(Node node) {
    ProcessHandle process = node.process();
    return new NodeRecord(
        node.settings().version().text(),
        node.settings().listenAddress(),
        node.address().getPort(),
        process.pid(),
        process.info().startInstant().map(Instant::toEpochMilli).orElse(0L),
        node.directory().toString(),
        node.settings().directoryKept(),
        node.settings().udfsEnabled(),
        node.settings().udfThreads(),
        node.settings().serverJar());
  }

  /** The node's process, if it still runs; never one that has got the same pid since. */
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isThisNode);
  }

  /** A session to the node in the making. */
  public CqlSessionBuilder sessionBuilder() {
    return LocalSessions.builder(new InetSocketAddress(address, port), false);
  }

  Path directoryPath() {
    return Path.of(directory);
  }

  private boolean isThisNode(ProcessHandle process) {
    Instant started = Instant.ofEpochMilli(startedMillis);
    return process
        .info()
        .startInstant()
        .map(instant -> Duration.between(started, instant).abs().compareTo(CLOCK_TOLERANCE) < 0)
        .orElse(false);
  }
}
