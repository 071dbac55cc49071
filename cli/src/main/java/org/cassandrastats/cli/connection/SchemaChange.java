/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/** Schema changes that build on each other. */
public final class SchemaChange {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private SchemaChange() {}

  /**
   * Changes the schema, always through the same node: another one may not have heard of the change
   * before. The driver asks one node whether all agree, and that one may know of no change yet.
   */
  public static void execute(CqlSession session, String cql) {
    execute(session, SimpleStatement.newInstance(cql));
  }

  /** The same of a statement, which may be in a keyspace. */
  public static void execute(CqlSession session, SimpleStatement statement) {
    SimpleStatement change = statement.setTimeout(TIMEOUT);
    Optional<Node> first =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP && node.getHostId() != null)
            .min(Comparator.comparing(Node::getHostId));
    session.execute(first.map(change::setNode).orElse(change));
  }
}
