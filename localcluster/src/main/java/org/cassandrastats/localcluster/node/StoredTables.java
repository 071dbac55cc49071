/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import javax.management.JMException;
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
  public static void flushAndCompact(Node node, String keyspace) {
    invoke(node, "forceKeyspaceFlush", keyspace, new String[0]);
    invoke(node, "forceKeyspaceCompaction", false, keyspace, new String[0]);
  }

  /**
   * Copies a node's schema, for others to begin with ({@link NodeSettings#schema}).
   *
   * @param directory does not exist yet
   * @throws IllegalStateException if the node refuses
   */
  public static void copySchema(Node node, Path directory) throws IOException {
    flushAndCompact(node, "system_schema");
    FileTree.copy(node.schema(), directory);
  }

  private static void invoke(Node node, String operation, Object... arguments) {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      String[] types =
          Arrays.stream(arguments)
              .map(argument -> argument instanceof Boolean ? boolean.class : argument.getClass())
              .map(Class::getName)
              .toArray(String[]::new);
      connector
          .getMBeanServerConnection()
          .invoke(new ObjectName(STORAGE), operation, arguments, types);
    } catch (JMException failed) {
      throw new IllegalStateException(operation + " failed on a node", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
