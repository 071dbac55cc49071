/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Objects;
import org.cassandrastats.client.run.QueryExecution;

/**
 * Answers queries over any number of rows. They are cut into requests that each finish quickly, on
 * nodes that own the rows; the states that these give are merged here.
 *
 * <p>A client has no state and may be used by several threads. It closes nothing.
 */
public final class StatsClient {
  private final CqlSession session;

  private StatsClient(CqlSession session) {
    this.session = Objects.requireNonNull(session, "session");
  }

  /**
   * A client.
   *
   * @param session of the application, with schema metadata and token map, as is the driver's
   *     default
   */
  public static StatsClient of(CqlSession session) {
    return new StatsClient(session);
  }

  /**
   * Runs a query with standard options.
   *
   * @throws StatsException if the query is refused, or if the run stops
   */
  public StatsResult run(StatsQuery query) {
    return run(query, StatsOptions.standard(), progress -> {});
  }

  /**
   * Runs a query, and returns when all of it is read. Interrupting the thread ends the run: no
   * further request is sent, and those in flight are not waited for.
   *
   * @param query what to read
   * @param options how
   * @param listener hears how far it has come
   * @throws StatsException if the query is refused, if the run stops, or if it was interrupted
   */
  public StatsResult run(StatsQuery query, StatsOptions options, StatsListener listener) {
    try {
      return new QueryExecution(session, options, listener).execute(query, query.select());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StatsException("The run was interrupted.", interrupted);
    }
  }
}
