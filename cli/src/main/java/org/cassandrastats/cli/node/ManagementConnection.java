/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Connections to the management interface (JMX) of local nodes. */
public final class ManagementConnection {
  private ManagementConnection() {}

  /**
   * Connects to a node in a JVM of its own, which opens no port for it; the caller closes the
   * connection.
   *
   * @throws IOException if the node's JVM cannot be reached
   * @throws IllegalStateException if it cannot be attached to
   */
  // The address is that of our own child process, handed over by the attach API.
  @SuppressWarnings("BanJNDI")
  public static JMXConnector open(Node node) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(node.process().pid()));
      String address;
      try {
        address = machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
      return JMXConnectorFactory.connect(new JMXServiceURL(address));
    } catch (AttachNotSupportedException failed) {
      throw new IllegalStateException("the node cannot be managed", failed);
    }
  }

  /**
   * Connects to a port of a node in a container of this machine; the caller closes the connection.
   *
   * @throws IOException if nothing answers there
   */
  // The address is that of a container that this program has started.
  @SuppressWarnings("BanJNDI")
  public static JMXConnector open(String host, int port) throws IOException {
    return JMXConnectorFactory.connect(
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://%s:%d/jmxrmi".formatted(host, port)));
  }
}
