/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;

/** A bean of the server jar in a node's management interface. */
final class NodeBean implements AutoCloseable {
  private final JMXConnector connector;
  private final MBeanServerConnection node;
  private final ObjectName bean;

  NodeBean(Node node, String name) {
    try {
      this.connector = ManagementConnection.open(node);
      this.node = connector.getMBeanServerConnection();
      this.bean = new ObjectName(name);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (JMException failed) {
      throw new IllegalStateException(failed);
    }
  }

  void set(String attribute, Object value) {
    try {
      node.setAttribute(bean, new Attribute(attribute, value));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (JMException failed) {
      throw new IllegalStateException(attribute, failed);
    }
  }

  long count(String attribute) {
    return (Long) get(attribute);
  }

  /** Waits until a count is 0, for ten seconds at most. */
  void awaitZero(String attribute) throws InterruptedException {
    for (int attempt = 0; count(attribute) != 0; attempt++) {
      if (attempt == 100) {
        throw new AssertionError(attribute + " is " + count(attribute));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  Object get(String attribute) {
    try {
      return node.getAttribute(bean, attribute);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (JMException failed) {
      throw new IllegalStateException(attribute, failed);
    }
  }

  Object invoke(String operation, long argument) {
    try {
      return node.invoke(
          bean, operation, new Object[] {argument}, new String[] {long.class.getName()});
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (JMException failed) {
      throw new IllegalStateException(operation, failed);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
