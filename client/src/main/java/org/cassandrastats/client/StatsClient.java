/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Answers queries over any number of rows. They are cut into requests that each finish quickly, on
 * nodes that own the rows; the states that these give are merged here.
 *
 * <p>A client has no state and may be used by several threads. It closes nothing.
 */
public interface StatsClient {
  /**
   * A client.
   *
   * @param session of the application, with schema metadata and token map, as is the driver's
   *     default
   */
  static StatsClient of(CqlSession session) {
    return ServiceLoader.load(Provider.class, StatsClient.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "expected a StatsClient.Provider of cassandra-stats-client among the services"
                        + " of the class path, found none"))
        .create(session);
  }

  /**
   * Runs a query with standard options.
   *
   * @throws StatsException if the query is refused, or if the run stops
   */
  default StatsResult run(StatsQuery query) {
    return run(query, StatsOptions.standard(), progress -> {});
  }

  /**
   * Runs a query, and returns when all of it is read. Interrupting the thread ends the run: no
   * further request is sent, and those in flight are not waited for: Cassandra has no way to end
   * them, they end by themselves, in about the target time and no later than a node's deadline.
   *
   * @param query what to read
   * @param options how
   * @param listener hears how far it has come
   * @throws StatsException if the query is refused, if the run stops, if it was interrupted, or if
   *     the result takes more than 64 MB: see {@link #stream}
   */
  StatsResult run(StatsQuery query, StatsOptions options, StatsListener listener);

  /**
   * Runs a query whose result may have any number of rows, and forgets them one by one.
   *
   * @param query what to read
   * @param options how
   * @param listener hears how far it has come
   * @param rows takes the rows in the order in which a single query gives them, by one thread at a
   *     time, as soon as all before them are complete. If the run stops, it has had some of them; a
   *     run that resumes from a file gives all of them
   * @return the result without its rows
   * @throws StatsException if the query is refused, if the run stops, or if it was interrupted
   */
  StatsResult stream(
      StatsQuery query, StatsOptions options, StatsListener listener, Consumer<StatsRow> rows);

  /**
   * Makes clients. {@link #of} finds it by {@link ServiceLoader}, so that this package depends on
   * nothing below it. Applications do not need it.
   */
  interface Provider {
    /** A client that sends its requests through a session of the application. */
    StatsClient create(CqlSession session);
  }
}
