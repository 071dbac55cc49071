/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.client.api.StatsException;

/** A node says that it has a schema shortly before it can read and write a new table. */
public final class NewTable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private NewTable() {}

  /**
   * Waits until every node that is up can use a table. Nodes that cannot be asked are left out.
   *
   * @param table with its keyspace, as in CQL
   * @throws StatsException if one cannot after a minute
   */
  public static void await(CqlSession session, String table) {
    SimpleStatement look =
        SimpleStatement.newInstance("SELECT * FROM %s LIMIT 1".formatted(table))
            .setTimeout(TIMEOUT);
    long start = System.nanoTime();
    for (Node node : session.getMetadata().getNodes().values()) {
      while (node.getState() == NodeState.UP && !knows(session, look.setNode(node))) {
        if (System.nanoTime() - start > TIMEOUT.toNanos()) {
          throw StatsException.unavailable(
              "The node %s cannot use the new table %s after %d s. Run the same command again."
                  .formatted(node.getEndPoint(), table, TIMEOUT.toSeconds()),
              null);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static boolean knows(CqlSession session, SimpleStatement look) {
    try {
      session.execute(look);
      return true;
    } catch (InvalidQueryException | ServerError | ReadFailureException notYet) {
      return false;
    } catch (DriverException failed) {
      // Whether it may be asked, or answers in time, what follows finds out.
      return true;
    }
  }
}
