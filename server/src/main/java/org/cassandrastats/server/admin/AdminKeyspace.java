/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.admin;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;

/** {@code stats_admin}, a keyspace of tables that are not stored. */
public final class AdminKeyspace {
  /** Its name. */
  public static final String NAME = "stats_admin";

  private AdminKeyspace() {}

  /** Adds a table, while the node starts. Cassandra knows a virtual keyspace as a whole only. */
  public static void add(VirtualTable table) {
    List<VirtualTable> tables = new ArrayList<>();
    VirtualKeyspace before = VirtualKeyspaceRegistry.instance.getKeyspaceNullable(NAME);
    if (before != null) {
      tables.addAll(before.tables());
    }
    tables.add(table);
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(NAME, tables));
  }
}
