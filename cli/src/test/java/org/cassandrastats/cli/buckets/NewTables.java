/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import java.util.concurrent.locks.LockSupport;

/** A node says that it has a schema shortly before it can read and write a new table. */
public final class NewTables {
  private static final int MOST_ATTEMPTS = 100;
  private static final long PAUSE_NANOS = 100_000_000;

  private NewTables() {}

  /** Waits until every node can use a table. */
  public static void await(CqlSession session, String table) {
    session.getMetadata().getNodes().values().forEach(node -> await(session, table, node));
  }

  private static void await(CqlSession session, String table, Node node) {
    SimpleStatement look =
        SimpleStatement.newInstance("SELECT * FROM %s LIMIT 1".formatted(table)).setNode(node);
    for (int attempt = 1; ; attempt++) {
      try {
        session.execute(look);
        return;
      } catch (ServerError | ReadFailureException | InvalidQueryException unknownTable) {
        if (attempt == MOST_ATTEMPTS) {
          throw unknownTable;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
