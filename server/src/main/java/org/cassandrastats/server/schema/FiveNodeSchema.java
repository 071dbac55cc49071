/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.schema;

import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;

/** The schema of Cassandra 5.0, which nodes gossip about. */
final class FiveNodeSchema implements NodeSchema {
  @Override
  public Keyspaces keyspaces() {
    return Schema.instance.distributedKeyspaces();
  }

  @Override
  public boolean refusesMasks() {
    return true;
  }

  @Override
  public Keyspaces after(AlterSchemaStatement statement) {
    return statement.apply(keyspaces());
  }

  @Override
  public TableMetadata created(CreateTableStatement statement, KeyspaceMetadata keyspace) {
    return statement.builder(keyspace.types).build();
  }
}
