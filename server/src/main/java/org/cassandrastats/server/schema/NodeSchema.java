/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.schema;

import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.TableMetadata;
import org.cassandrastats.types.CassandraApi;

/** The schema of a node, and what a statement would make of it. */
public interface NodeSchema {
  /** That of the node that this runs in. */
  NodeSchema THIS_NODE = CassandraApi.of(NodeSchema.class);

  /** All keyspaces that other nodes have too; another object after each change. */
  Keyspaces keyspaces();

  /**
   * Whether Cassandra refuses a mask with an argument that its type refuses. Otherwise it finds out
   * when all nodes have agreed on the change, and no node can change its schema any more.
   */
  boolean refusesMasks();

  /**
   * The keyspaces after a statement, which is not executed.
   *
   * @throws org.apache.cassandra.exceptions.InvalidRequestException if it cannot be
   */
  Keyspaces after(AlterSchemaStatement statement);

  /**
   * The table that a statement would make.
   *
   * @throws org.apache.cassandra.exceptions.InvalidRequestException if it cannot be
   */
  TableMetadata created(CreateTableStatement statement, KeyspaceMetadata keyspace);
}
