/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import org.cassandrastats.cli.node.ManagementConnection;
import org.cassandrastats.cli.node.Node;

/** A connection to the management interface of a node. */
final class NodeManagement implements AutoCloseable {
  private final JMXConnector connector;
  private final MemoryMXBean memory;
  private final ThreadMXBean threads;

  NodeManagement(Node node) throws IOException {
    connector = ManagementConnection.open(node);
    MBeanServerConnection connection = connector.getMBeanServerConnection();
    memory =
        ManagementFactory.newPlatformMXBeanProxy(
            connection, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    threads =
        ManagementFactory.newPlatformMXBeanProxy(
            connection, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  /** Bytes of the heap that are in use after a full collection. */
  long liveBytes() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** Bytes that the threads now alive have allocated so far. */
  long allocatedBytes() {
    return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
