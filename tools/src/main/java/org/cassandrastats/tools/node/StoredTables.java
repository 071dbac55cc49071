/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** The tables of a node as it stores them. */
public final class StoredTables {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

  private StoredTables() {}

  /**
   * Writes the tables of a keyspace to disk, one file each, as flush and compact of nodetool do.
   *
   * @throws IllegalStateException if the node refuses
   */
  public static void settle(Node node, String keyspace) {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      MBeanServerConnection connection = connector.getMBeanServerConnection();
      ObjectName storage = new ObjectName(STORAGE);
      connection.invoke(
          storage,
          "forceKeyspaceFlush",
          new Object[] {keyspace, new String[0]},
          new String[] {String.class.getName(), String[].class.getName()});
      connection.invoke(
          storage,
          "forceKeyspaceCompaction",
          new Object[] {false, keyspace, new String[0]},
          new String[] {boolean.class.getName(), String.class.getName(), String[].class.getName()});
    } catch (JMException failed) {
      throw new IllegalStateException("the tables of " + keyspace + " cannot be compacted", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
