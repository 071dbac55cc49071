/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.PlatformManagedObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.node.Node;

/** The management interface (JMX) of a node that this program has started. */
public final class NodeManagement implements AutoCloseable {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String PROXY = "org.apache.cassandra.db:type=StorageProxy";

  private final JMXConnector connector;
  private final MBeanServerConnection connection;
  private final Optional<Node> node;

  private NodeManagement(JMXConnector connector, Optional<Node> node) throws IOException {
    this.connector = connector;
    this.node = node;
    this.connection = connector.getMBeanServerConnection();
  }

  /** That of each node of a cluster, all of which run; closed by the caller. */
  public static List<NodeManagement> of(LocalCluster cluster) {
    List<Node> forked = cluster.forked();
    List<NodeManagement> all = new ArrayList<>();
    try {
      for (int node = 1; node <= cluster.size(); node++) {
        all.add(
            new NodeManagement(
                cluster.management(node),
                forked.isEmpty() ? Optional.empty() : Optional.of(forked.get(node - 1))));
      }
      return all;
    } catch (IOException failed) {
      all.forEach(NodeManagement::close);
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
    set(PROXY, "HintedHandoffEnabled", enabled);
  }

  /** Has the other nodes take this one for dead. */
  void stopGossip() {
    invoke(STORAGE, "stopGossiping");
  }

  void startGossip() {
    invoke(STORAGE, "startGossiping");
  }

  /** How many nodes this one takes for dead. */
  int unreachableNodes() {
    return ((List<?>) attribute(STORAGE, "UnreachableNodes")).size();
  }

  /**
   * How many reads of a table the node has carried out as a replica, and how long all of them took.
   *
   * @param table its full name
   */
  public ReplicaTime readTime(String table) {
    return new ReplicaTime(metric(table, "ReadLatency"), metric(table, "ReadTotalLatency"));
  }

  /** The same of writes. */
  public ReplicaTime writeTime(String table) {
    return new ReplicaTime(metric(table, "WriteLatency"), metric(table, "WriteTotalLatency"));
  }

  /**
   * Reads or writes of a table since the node was started.
   *
   * @param count how many
   * @param micros of all of them
   */
  public record ReplicaTime(long count, long micros) {}

  /** The node, which is not in a container. */
  public Node node() {
    return node.orElseThrow(() -> new IllegalStateException("the node is in a container"));
  }

  /** Whether it is a process of this program, whose files can be reached. */
  public boolean isForked() {
    return node.isPresent();
  }

  /** The files of its tables. */
  public TableFiles files() {
    return new TableFiles(node());
  }

  /**
   * Has the node take over SSTables, and build the indexes of the table for them.
   *
   * @param table its full name
   * @param copied whether the files stay where they are, too
   */
  public void importTable(String table, Path directory, boolean copied) {
    String[] names = table.split("\\.", -1);
    Object[] arguments = {
      Set.of(directory.toString()), false, false, false, false, true, false, copied
    };
    String[] types = new String[arguments.length];
    Arrays.fill(types, boolean.class.getName());
    types[0] = Set.class.getName();
    String bean =
        "org.apache.cassandra.db:type=Tables,keyspace=%s,table=%s".formatted(names[0], names[1]);
    Object refused = invoke(bean, "importNewSSTables", arguments, types);
    if (!((List<?>) refused).isEmpty() || diskBytes(table) == 0) {
      throw new IllegalStateException(
          "the node does not import %s: see its log".formatted(directory));
    }
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

  /** How many writes of read repair of a table the node has sent, also to itself. */
  public long repairsSent(String table) {
    return metric(table, "ReadRepairRequests");
  }

  private long metric(String table, String name) {
    String[] names = table.split("\\.", -1);
    return count("type=Table,keyspace=%s,scope=%s,name=%s".formatted(names[0], names[1], name));
  }

  private long count(String metric) {
    return (Long) attribute("org.apache.cassandra.metrics:" + metric, "Count");
  }

  /** The sum of all keyspaces of a study: their names begin alike. */
  private long ofKeyspaces(String name) {
    return answered(
            name,
            () ->
                connection.queryNames(
                    new ObjectName(
                        "org.apache.cassandra.metrics:type=Keyspace,keyspace=%s*,name=%s"
                            .formatted(BenchKeyspace.NAME, name)),
                    null))
        .stream()
        .mapToLong(bean -> (Long) attribute(bean.getCanonicalName(), "Count"))
        .sum();
  }

  /** What the node has done so far. */
  public ServerLoad load() {
    String requests = "type=ClientRequest,scope=";
    return new ServerLoad(
        List.of(ofKeyspaces("ReadLatency") + ofKeyspaces("RangeLatency")),
        ofKeyspaces("ReadTotalLatency") + ofKeyspaces("RangeTotalLatency"),
        count(requests + "Read,name=Latency") + count(requests + "RangeSlice,name=Latency"),
        count(requests + "Read,name=TotalLatency")
            + count(requests + "RangeSlice,name=TotalLatency"),
        collectionMillis(),
        processorNanos());
  }

  /** What the node has sent to clients since it was started. */
  public Sent sent() {
    return new Sent(
        count("type=ClientMessageSize,name=BytesSentPerResponse"),
        count("type=ClientMessageSize,name=BytesSent"));
  }

  /**
   * Messages of the native protocol.
   *
   * @param answers how many
   * @param bytes of all of them
   */
  public record Sent(long answers, long bytes) {}

  /** Nanoseconds of processors that the node's process has used. */
  public long processorNanos() {
    return (Long) attribute(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, "ProcessCpuTime");
  }

  /** Bytes of the heap that are in use. */
  public long heapBytes() {
    return memory().getHeapMemoryUsage().getUsed();
  }

  /** Has the node collect all garbage. */
  public void collectGarbage() {
    memory().gc();
  }

  /** Bytes that the threads now alive have allocated so far. */
  public long allocatedBytes() {
    ThreadMXBean threads = bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  /**
   * Writes a recording of the JDK Flight Recorder.
   *
   * @param name as the JVM was told when it began
   */
  public void writeRecording(String name, Path file) {
    invoke(
        "com.sun.management:type=DiagnosticCommand",
        "jfrDump",
        (Object) new String[] {"name=" + name, "filename=" + file.toAbsolutePath()});
  }

  /** Milliseconds that the node has spent on collecting garbage since it was started. */
  public long collectionMillis() {
    return beans(GarbageCollectorMXBean.class).stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  /**
   * Bytes on disk of a table's SSTables, with all their parts.
   *
   * @param table with its keyspace, as in {@link BenchKeyspace#TABLE}
   */
  public long diskBytes(String table) {
    return metric(table, "LiveDiskSpaceUsed");
  }

  /**
   * Writes what is in memory of a table into an SSTable of its own.
   *
   * @param table its full name
   */
  public void flush(String table) {
    String[] names = table.split("\\.", -1);
    invoke(STORAGE, "forceKeyspaceFlush", names[0], new String[] {names[1]});
  }

  private MemoryMXBean memory() {
    return bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
  }

  private <T> T bean(String name, Class<T> type) {
    return answered(name, () -> ManagementFactory.newPlatformMXBeanProxy(connection, name, type));
  }

  /** The beans of a kind that the node's JVM has. */
  <T extends PlatformManagedObject> List<T> beans(Class<T> type) {
    return answered(
        type.getSimpleName(),
        () -> new ArrayList<>(ManagementFactory.getPlatformMXBeans(connection, type)));
  }

  Object attribute(String bean, String name) {
    return answered(name, () -> connection.getAttribute(new ObjectName(bean), name));
  }

  void set(String bean, String attribute, Object value) {
    answered(
        attribute,
        () -> {
          connection.setAttribute(new ObjectName(bean), new Attribute(attribute, value));
          return value;
        });
  }

  private Object invoke(String bean, String operation, Object... arguments) {
    String[] types =
        Arrays.stream(arguments).map(each -> each.getClass().getName()).toArray(String[]::new);
    return invoke(bean, operation, arguments, types);
  }

  private Object invoke(String bean, String operation, Object[] arguments, String... types) {
    return answered(
        operation, () -> connection.invoke(new ObjectName(bean), operation, arguments, types));
  }

  private interface Request<T> {
    T send() throws JMException, IOException;
  }

  private static <T> T answered(String what, Request<T> request) {
    try {
      return request.send();
    } catch (JMException refused) {
      throw new IllegalStateException(
          "the node does not do or tell: %s (%s)".formatted(what, refused.getMessage()), refused);
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
