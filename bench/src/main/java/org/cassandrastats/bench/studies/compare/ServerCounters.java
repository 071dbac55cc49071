/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.localcluster.Background;

/**
 * Looks at the nodes' own counters twice a second until it is closed: how many reads and writes of
 * each candidate there were, and where the nodes are this program's own also how long these took,
 * garbage collection, processor time and heap. Those of a user tell how many in virtual tables;
 * their percentiles, which Cassandra 5.0.9 gives as a thousandth of what they are, are left alone.
 */
final class ServerCounters implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String READS = "local_read_latency";
  private static final String WRITES = "local_write_latency";

  private final CqlSession session;
  private final List<NodeManagement> management;
  private final Map<Candidate, List<String>> tables = new LinkedHashMap<>();
  private final List<Look> looks = Collections.synchronizedList(new ArrayList<>());
  private final Background watch;

  /**
   * What replicas have done for a candidate so far.
   *
   * @param count how many reads or writes
   * @param micros that they took; 0 where that is not known
   */
  record Done(long count, long micros) {
    Done plus(long more, long theirMicros) {
      return new Done(count + more, micros + theirMicros);
    }
  }

  /**
   * A look at all nodes.
   *
   * @param millis when it was, since 1970
   * @param reads by candidate, as writes are
   * @param nodes what else they say; null where they are a user's
   */
  record Look(long millis, Map<Candidate, Done> reads, Map<Candidate, Done> writes, Nodes nodes) {}

  /**
   * Sums of all nodes.
   *
   * @param collecting milliseconds of collecting garbage since they were started
   * @param processorNanos of their processes
   * @param heap MiB in use
   */
  record Nodes(long collecting, long processorNanos, double heap) {}

  private ServerCounters(Target target, CandidateTables tables, List<Candidate> candidates) {
    this.session = target.session();
    this.management = target.management();
    candidates.forEach(candidate -> this.tables.put(candidate, tables.names(candidate)));
    look();
    this.watch =
        Background.start(
            "server counters",
            () -> {
              LockSupport.parkNanos(PAUSE.toNanos());
              look();
            });
  }

  /** Starts. */
  static ServerCounters start(Target target, CandidateTables tables, List<Candidate> candidates) {
    return new ServerCounters(target, tables, candidates);
  }

  private void look() {
    try {
      looks.add(
          new Look(
              System.currentTimeMillis(),
              done(READS),
              done(WRITES),
              management.isEmpty() ? null : nodes()));
    } catch (DriverException | UncheckedIOException | UndeclaredThrowableException notTold) {
      // A role that may not read virtual tables, or a node that is gone: then there is no picture.
    } catch (IllegalStateException notTold) {
      // A session or a node that is being closed.
    }
  }

  private Map<Candidate, Done> done(String kind) {
    Map<Candidate, Done> all = new LinkedHashMap<>();
    tables.forEach(
        (candidate, names) -> {
          Done done = new Done(0, 0);
          for (String quoted : names) {
            String name = quoted.replace("\"", "");
            for (NodeManagement node : management) {
              NodeManagement.ReplicaTime time =
                  kind.equals(READS) ? node.readTime(name) : node.writeTime(name);
              done = done.plus(time.count(), time.micros());
            }
            for (Node node : management.isEmpty() ? nodesOfUser() : List.<Node>of()) {
              Row row = row(kind, name.split("\\.", 2), node);
              done = done.plus(row == null ? 0 : row.getLong(0), 0);
            }
          }
          all.put(candidate, done);
        });
    return all;
  }

  private Collection<Node> nodesOfUser() {
    return session.getMetadata().getNodes().values();
  }

  private Row row(String kind, String[] names, Node node) {
    return session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT count FROM system_views."
                        + kind
                        + " WHERE keyspace_name = ? AND table_name = ?",
                    names[0],
                    names[1])
                .setNode(node)
                .setTimeout(TIMEOUT))
        .one();
  }

  private Nodes nodes() {
    long collecting = 0;
    long processor = 0;
    double heap = 0;
    for (NodeManagement node : management) {
      collecting += node.collectionMillis();
      processor += node.processorNanos();
      heap += node.heapBytes() / (double) (1L << 20);
    }
    return new Nodes(collecting, processor, heap);
  }

  /** What was seen so far, now too: however short a run was, there are two looks. */
  List<Look> looks() {
    look();
    synchronized (looks) {
      return List.copyOf(looks);
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
