/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.List;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.cli.node.ManagementConnection;
import org.cassandrastats.cli.node.Node;

/** The management interface (JMX) of a node that this program has forked. */
public final class NodeManagement implements AutoCloseable {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String PROXY = "org.apache.cassandra.db:type=StorageProxy";

  private final JMXConnector connector;
  private final MBeanServerConnection connection;
  private final ProcessHandle process;

  NodeManagement(Node node) {
    process = node.process();
    try {
      connector = ManagementConnection.open(node);
      connection = connector.getMBeanServerConnection();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Sets the deadlines of reads; requests that run already keep theirs. That of the native
   * transport stays: Cassandra 5.0.9 lets it be set, and goes on with the first one that it has
   * used.
   */
  public void setDeadlines(Deadlines deadlines) {
    set(PROXY, "ReadRpcTimeout", deadlines.read().toMillis());
    set(PROXY, "RangeRpcTimeout", deadlines.range().toMillis());
  }

  /** Whether writes for nodes that are down are kept for them. */
  void setHints(boolean enabled) {
    setAttribute(PROXY, "HintedHandoffEnabled", enabled);
  }

  /** Has the other nodes take this one for dead. */
  void stopGossip() {
    invoke("stopGossiping", new Object[0], new String[0]);
  }

  void startGossip() {
    invoke("startGossiping", new Object[0], new String[0]);
  }

  /** How many nodes this one takes for dead. */
  int unreachableNodes() {
    try {
      return ((List<?>) connection.getAttribute(new ObjectName(STORAGE), "UnreachableNodes"))
          .size();
    } catch (JMException failed) {
      throw new IllegalStateException("the node does not say which nodes are up", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * How many reads of a table the node has carried out as a replica, and how long all of them took.
   *
   * @param table its full name
   */
  public ReadTime readTime(String table) {
    return new ReadTime(metric(table, "ReadLatency"), metric(table, "ReadTotalLatency"));
  }

  /**
   * Reads of a table since the node was started.
   *
   * @param count how many
   * @param micros of all of them
   */
  public record ReadTime(long count, long micros) {}

  ProcessHandle process() {
    return process;
  }

  /**
   * How many reads of a partition of a table the row cache has answered since the node was started;
   * scans are not among them.
   *
   * @param table as {@link BenchKeyspace#table} names it
   */
  public long rowCacheHits(String table) {
    return metric(table, "RowCacheHit");
  }

  private long metric(String table, String name) {
    String[] names = table.split("\\.", -1);
    try {
      return (Long)
          connection.getAttribute(
              new ObjectName(
                  "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=%s"
                      .formatted(names[0], names[1], name)),
              "Count");
    } catch (JMException failed) {
      throw new IllegalStateException("the node does not tell " + name, failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Bytes of the heap that are in use. */
  public long heapBytes() {
    return memory().getHeapMemoryUsage().getUsed();
  }

  /** Has the node collect all garbage. */
  public void collectGarbage() {
    memory().gc();
  }

  /** Milliseconds that the node has spent on collecting garbage since it was started. */
  public long collectionMillis() {
    return collectors().stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
  }

  /**
   * Bytes on disk of a table's SSTables, with all their parts.
   *
   * @param table with its keyspace, as in {@link BenchKeyspace#TABLE}
   */
  public long diskBytes(String table) {
    return metric(table, "LiveDiskSpaceUsed");
  }

  private MemoryMXBean memory() {
    try {
      return ManagementFactory.newPlatformMXBeanProxy(
          connection, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private List<GarbageCollectorMXBean> collectors() {
    try {
      return new ArrayList<>(
          ManagementFactory.getPlatformMXBeans(connection, GarbageCollectorMXBean.class));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void set(String bean, String attribute, long value) {
    setAttribute(bean, attribute, value);
  }

  private void setAttribute(String bean, String attribute, Object value) {
    try {
      connection.setAttribute(new ObjectName(bean), new Attribute(attribute, value));
    } catch (JMException failed) {
      throw new IllegalStateException(attribute + " cannot be set", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void invoke(String operation, Object[] arguments, String[] types) {
    try {
      connection.invoke(new ObjectName(STORAGE), operation, arguments, types);
    } catch (JMException failed) {
      throw new IllegalStateException(operation + " failed", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException nodeIsGone) {
      // Then there is nothing to be closed.
      return;
    }
  }
}
