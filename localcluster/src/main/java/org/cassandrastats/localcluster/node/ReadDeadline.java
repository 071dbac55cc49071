/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** When a node gives up the reads of a single partition that it coordinates. */
public final class ReadDeadline {
  private static final String PROXY = "org.apache.cassandra.db:type=StorageProxy";

  private ReadDeadline() {}

  /**
   * Sets {@code read_request_timeout} while the node runs, as {@code nodetool settimeout read}
   * does; requests that run already keep theirs.
   *
   * @throws IllegalStateException if the node refuses
   */
  public static void set(Node node, Duration timeout) {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      connector
          .getMBeanServerConnection()
          .setAttribute(new ObjectName(PROXY), new Attribute("ReadRpcTimeout", timeout.toMillis()));
    } catch (JMException failed) {
      throw new IllegalStateException("ReadRpcTimeout cannot be set", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
