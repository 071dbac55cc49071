/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.service.ClientState;
import org.cassandrastats.server.admin.AdminKeyspace;
import org.cassandrastats.server.schema.NodeSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says so, once, if a keyspace of the name of ours is stored: Cassandra finds that one, and nobody
 * can read our tables. Looks when the first client asks: a node loads the jar before its schema.
 */
final class NameCheck implements StatementCheck {
  private static final Logger LOGGER = LoggerFactory.getLogger(NameCheck.class);

  private final AtomicBoolean done = new AtomicBoolean();

  @Override
  public void check(CQLStatement statement, ClientState client) {
    if (!done.get() && done.compareAndSet(false, true)) {
      try {
        if (isTaken(NodeSchema.THIS_NODE.keyspaces())) {
          LOGGER.warn(
              "cassandra-stats: the keyspace {} of this cluster hides the tables of the same name"
                  + " that show what the functions do. Copy what it holds to another keyspace, and"
                  + " drop it",
              AdminKeyspace.NAME);
        }
      } catch (LinkageError | RuntimeException unknown) {
        LOGGER.warn("cassandra-stats cannot look for a keyspace {}", AdminKeyspace.NAME, unknown);
      }
    }
  }

  static boolean isTaken(Keyspaces stored) {
    return stored.getNullable(AdminKeyspace.NAME) != null;
  }
}
