/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.live.Lane;
import org.cassandrastats.localcluster.LocalCluster;

/** What the suites of a test class measure: nodes, and a partition that all of them have. */
final class SuiteBench implements AutoCloseable {
  /** The partition that is in sync. */
  static final int PARTITION = 1;

  private static final Duration RECONNECTION = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Part part;
  private final SuiteSize size;
  private final SuiteCluster cluster;
  private final CqlSession session;
  private final SuiteTarget target;
  private final KnownRows rows;
  private final SuiteTable readings;

  private SuiteBench(Part part, SuiteSize size, SuiteCluster cluster) {
    this.part = part;
    this.size = size;
    this.cluster = cluster;
    this.session = cluster.session();
    this.target = SuiteTarget.of(cluster.nodes(), session);
    this.rows = KnownRows.of(size.rows(part.lane()));
    SuiteTable.createKeyspace(session, BenchKeyspace.NAME, part.nodes());
    this.readings = SuiteTable.create(target, BenchKeyspace.TABLE);
    readings.write(PARTITION, rows);
    flushAndCompact();
  }

  /** Starts nodes of the build's lane and fills the partition. */
  static SuiteBench start(int nodes) {
    Part part = new Part(Lane.current(), nodes);
    SuiteSize size = SuiteSize.current();
    SuiteCluster cluster = SuiteCluster.start(part, size);
    boolean ready = false;
    try {
      SuiteBench bench = new SuiteBench(part, size, cluster);
      ready = true;
      return bench;
    } finally {
      if (!ready) {
        cluster.close();
      }
    }
  }

  Part part() {
    return part;
  }

  SuiteSize size() {
    return size;
  }

  SuiteCluster cluster() {
    return cluster;
  }

  LocalCluster nodes() {
    return cluster.nodes();
  }

  CqlSession session() {
    return session;
  }

  SuiteTarget target() {
    return target;
  }

  QueryRunner asker() {
    return new QueryRunner(session, size.traceTimeout());
  }

  /** Asks for an aggregate over the values of the partition that is in sync. */
  Attempt ask(MeasuredAggregate aggregate, SimpleStatement query) {
    return asker().ask(query, row -> rows.check(aggregate, row));
  }

  /** The values of the partition that is in sync. */
  KnownRows rows() {
    return rows;
  }

  /** The table of the partition that is in sync. */
  SuiteTable readings() {
    return readings;
  }

  /** Has the documented size be read from disk; nobody waits for that in a small one. */
  void flushAndCompact() {
    if (size.documented()) {
      target.flushAndCompact();
    }
  }

  /** A node as the driver knows it. */
  Node node(int number) {
    return node(session, number);
  }

  /** A node as another session knows it. */
  Node node(CqlSession asking, int number) {
    InetSocketAddress address = nodes().address(number);
    return asking.getMetadata().getNodes().values().stream()
        .filter(node -> node.getEndPoint().resolve().equals(address))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the driver does not know " + address));
  }

  /** Waits until the driver asks a node that was started again. */
  void awaitNode(int number) {
    long start = System.nanoTime();
    SimpleStatement probe =
        SimpleStatement.newInstance("SELECT host_id FROM system.local").setNode(node(number));
    while (true) {
      try {
        session.execute(probe);
        return;
      } catch (DriverException notYet) {
        if (System.nanoTime() - start > RECONNECTION.toNanos()) {
          throw notYet;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  @Override
  public void close() {
    session.close();
    cluster.close();
  }
}
