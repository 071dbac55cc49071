/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.container.ClusterStarter;
import org.cassandrastats.localcluster.container.NodeKind;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.NodeListener;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.testcontainers.lifecycle.Startable;

/**
 * A Cassandra 5.0 node, or several, with the functions of the pack in the keyspace {@code stats}.
 * It is a {@link Startable} of Testcontainers: {@code @Container} starts and stops it, and so does
 * {@link StatsCassandraExtension}.
 *
 * <p>Nodes run in containers where a Docker engine answers that has or can pull an image of
 * Cassandra, else in JVMs of their own, whose artifacts come from Maven's repositories; the system
 * property {@code cassandra.nodes} ({@code containers}, {@code forked}) demands one of the two, and
 * {@code cassandra.image} names another image. They end with {@link #stop}, and no later than the
 * JVM of the tests does, by whatever signal (save SIGKILL): after that one, a node that is a JVM
 * runs on, with {@code cassandra-stats-cluster} in its command line and in the name of its
 * directory among the temporary files, until you end it and remove that.
 *
 * <pre>{@code
 * try (StatsCassandra cassandra = new StatsCassandra().withInit("schema.cql")) {
 *   cassandra.start();
 *   try (CqlSession session = cassandra.sessionBuilder().build()) {
 *     ...
 *   }
 * }
 * }</pre>
 */
public final class StatsCassandra implements Startable {
  private final List<String> families = new ArrayList<>();
  private final List<String> scripts = new ArrayList<>();
  private StatsLane lane = StatsLane.NATIVE;
  private int nodes = 1;
  private LocalCluster cluster;

  /** A node in the native lane, without tables. */
  public StatsCassandra() {}

  /**
   * Chooses what answers calls of the functions.
   *
   * @param newLane {@link StatsLane#NATIVE} unless set
   */
  public StatsCassandra withLane(StatsLane newLane) {
    lane = newLane;
    return this;
  }

  /**
   * Installs some families of functions only, which is faster: in the lane {@link StatsLane#UDF}
   * alone, for the server jar has them all.
   *
   * @param names such as {@code tdigest}; all unless set
   * @throws IllegalArgumentException if there is no such family
   */
  public StatsCassandra withFamilies(String... names) {
    List<String> known = CatalogueFile.read().families();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "There is no family \"%s\": expected %s".formatted(name, String.join(", ", known)));
      }
      families.add(name);
    }
    return this;
  }

  /**
   * Runs a script of CQL, in UTF-8, after the start. Its statements end with semicolons, a batch
   * with that behind APPLY BATCH; commands of cqlsh, such as SOURCE, are none.
   *
   * @param script a resource of the class path, or a file; the scripts run in the order in which
   *     they are named
   */
  public StatsCassandra withInit(String script) {
    scripts.add(script);
    return this;
  }

  /**
   * Starts several nodes.
   *
   * @param number 1 or more; 1 unless set
   */
  public StatsCassandra withNodes(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("Expected 1 node or more, not " + number);
    }
    nodes = number;
    return this;
  }

  /**
   * Starts the nodes, and waits until they answer. Does nothing where they run.
   *
   * @throws RuntimeException if a node does not start, with the end of its log, or if a statement
   *     of a script fails, which it names; nothing is left behind then
   */
  @Override
  public synchronized void start() {
    if (cluster != null) {
      return;
    }
    List<InitScript> read = scripts.stream().map(InitScript::read).toList();
    LocalCluster started =
        ClusterStarter.choose(NodeKind.configured(), NodeListener.plain())
            .start(ClusterSettings.of(nodes, this::configure).prepared(this::install));
    try (CqlSession session = started.sessionBuilder().build()) {
      read.forEach(script -> script.run(session));
    } catch (RuntimeException | Error failed) {
      started.close();
      throw failed;
    }
    cluster = started;
  }

  /** Stops the nodes, and removes them with their data. Does nothing where none runs. */
  @Override
  public synchronized void stop() {
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  /** Where the first node answers CQL. */
  public InetSocketAddress contactPoint() {
    return running().address(1);
  }

  /** The name of the data centre. */
  public String localDatacenter() {
    return LocalSessions.DATACENTER;
  }

  /**
   * A session in the making, with timeouts that suit a busy machine. Applications build their own
   * from {@link #contactPoint} and {@link #localDatacenter}.
   */
  public CqlSessionBuilder sessionBuilder() {
    return running().sessionBuilder();
  }

  /** What the nodes run in, in a line for a log. */
  public String description() {
    return running().description();
  }

  private synchronized LocalCluster running() {
    if (cluster == null) {
      throw new IllegalStateException(
          "No node runs: call start(), or have @Container or StatsCassandraExtension do so");
    }
    return cluster;
  }

  private void configure(NodeSettings.Builder settings) {
    settings.udfsEnabled(lane == StatsLane.UDF).serverJar(lane == StatsLane.NATIVE);
  }

  private void install(LocalCluster started) {
    if (lane == StatsLane.UDF) {
      Catalogue all = CatalogueFile.read();
      try (CqlSession session = started.sessionBuilder().build()) {
        LocalPack.install(
            session, families.isEmpty() ? all : all.of(families), NodeListener.plain());
      }
    }
  }
}
