/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.schema;

import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.UserFunctions;
import org.apache.cassandra.tcm.ClusterMetadata;

/** The schema of Cassandra 6.0, a part of the metadata that the cluster agrees on. */
final class SixNodeSchema implements NodeSchema {
  @Override
  public Keyspaces keyspaces() {
    return ClusterMetadata.current().schema.getKeyspaces();
  }

  @Override
  public boolean refusesMasks() {
    return false;
  }

  @Override
  public Keyspaces after(AlterSchemaStatement statement) {
    return statement.apply(ClusterMetadata.current());
  }

  @Override
  public TableMetadata created(CreateTableStatement statement, KeyspaceMetadata keyspace) {
    // For the columns' constraints, as Cassandra has them: of all keyspaces.
    UserFunctions.Builder functions = UserFunctions.builder();
    for (KeyspaceMetadata each : keyspaces()) {
      functions.add(each.userFunctions);
    }
    return statement.builder(keyspace.types, functions.build()).build();
  }
}
