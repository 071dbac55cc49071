/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.cassandrastats.tools.node.Node;

/** What nodetool does, through the same management interface. */
public final class NodeJmx {
  private final Node node;

  public NodeJmx(Node node) {
    this.node = node;
  }

  /** Writes the memtables of a keyspace to disk, as {@code nodetool flush} does. */
  public void flush(String keyspace) {
    invoke(
        "forceKeyspaceFlush",
        new Object[] {keyspace, new String[0]},
        new String[] {String.class.getName(), String[].class.getName()});
  }

  // The address is that of our own child process, handed over by the attach API.
  @SuppressWarnings("BanJNDI")
  private void invoke(String operation, Object[] arguments, String[] types) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(node.process().pid()));
      String address;
      try {
        address = machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
      try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
        connector
            .getMBeanServerConnection()
            .invoke(
                new ObjectName("org.apache.cassandra.db:type=StorageService"),
                operation,
                arguments,
                types);
      }
    } catch (AttachNotSupportedException | JMException failed) {
      throw new IllegalStateException(operation + " failed", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
