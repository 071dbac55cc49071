/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;

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

  /** Writes all sstables of a keyspace anew as one, as {@code nodetool compact} does. */
  public void compact(String keyspace) {
    invoke(
        "forceKeyspaceCompaction",
        new Object[] {false, keyspace, new String[0]},
        new String[] {boolean.class.getName(), String.class.getName(), String[].class.getName()});
  }

  /** Keeps hard links to the sstables of a keyspace, as {@code nodetool snapshot} does. */
  public void snapshot(String keyspace, String tag) {
    invoke(
        "takeSnapshot",
        new Object[] {tag, Map.of(), new String[] {keyspace}},
        new String[] {String.class.getName(), Map.class.getName(), String[].class.getName()});
  }

  /**
   * Adds the sstables of a directory to a table after it has verified every cell of them, as {@code
   * nodetool import --extended-verify --copy-data} does.
   */
  public void importSstables(String keyspace, String table, Path directory) {
    String yesOrNo = boolean.class.getName();
    invoke(
        "org.apache.cassandra.db:type=ColumnFamilies,keyspace="
            + keyspace
            + ",columnfamily="
            + table,
        "importNewSSTables",
        new Object[] {
          new HashSet<>(Set.of(directory.toString())), true, true, true, true, true, true, true
        },
        new String[] {
          Set.class.getName(), yesOrNo, yesOrNo, yesOrNo, yesOrNo, yesOrNo, yesOrNo, yesOrNo
        });
  }

  /** Starts a full repair of a keyspace, as {@code nodetool repair --full} does. */
  public void repair(String keyspace) {
    invoke(
        "repairAsync",
        new Object[] {keyspace, Map.of("incremental", "false", "parallelism", "parallel")},
        new String[] {String.class.getName(), Map.class.getName()});
  }

  /**
   * Keeps the schema as it is, so that no older change of it is read when a node starts, as {@code
   * nodetool cms snapshot} of Cassandra 6.0 does.
   */
  public void snapshotMetadata() {
    invoke(
        "org.apache.cassandra.tcm:type=CMSOperations",
        "snapshotClusterMetadata",
        new Object[0],
        new String[0]);
  }

  /** How many writes of values that are no states the node has refused. */
  public long refusedWrites() {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      return (Long)
          connector
              .getMBeanServerConnection()
              .getAttribute(
                  new ObjectName("org.apache.cassandra.metrics:type=StatsGuard,name=RefusedWrites"),
                  "Count");
    } catch (JMException failed) {
      throw new IllegalStateException(failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void invoke(String operation, Object[] arguments, String[] types) {
    invoke("org.apache.cassandra.db:type=StorageService", operation, arguments, types);
  }

  private void invoke(String bean, String operation, Object[] arguments, String[] types) {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      connector
          .getMBeanServerConnection()
          .invoke(new ObjectName(bean), operation, arguments, types);
    } catch (JMException failed) {
      throw new IllegalStateException(operation + " failed", failed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
