/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Connections to the management interface (JMX) of local nodes. */
public final class ManagementConnection {
  private ManagementConnection() {}

  /** Whether this Java can attach to local nodes; many JREs have no module for that. */
  public static boolean canAttach() {
    return ModuleLayer.boot().findModule("jdk.attach").isPresent();
  }

  /**
   * Connects to a node in a JVM of its own, which opens no port for it; the caller closes the
   * connection.
   *
   * @throws IOException if the node's JVM cannot be reached
   * @throws LocalNodeException if this Java cannot attach to it
   * @throws IllegalStateException if it cannot be attached to
   */
  // The address is that of our own child process, handed over by the attach API.
  @SuppressWarnings("BanJNDI")
  public static JMXConnector open(Node node) throws IOException {
    if (!canAttach()) {
      throw new LocalNodeException(
          "What is asked of a local node here needs a JDK: the Java in %s has no module jdk.attach"
              .formatted(System.getProperty("java.home")));
    }
    return JMXConnectorFactory.connect(new JMXServiceURL(Attached.address(node.process())));
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

  /** Apart from the rest, because a Java that cannot attach cannot load it. */
  private static final class Attached {
    static String address(ProcessHandle process) throws IOException {
      try {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
        try {
          return machine.startLocalManagementAgent();
        } finally {
          machine.detach();
        }
      } catch (AttachNotSupportedException failed) {
        throw new IllegalStateException("the node cannot be managed", failed);
      }
    }
  }
}
