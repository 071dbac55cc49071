/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.run.SplitClient;

/**
 * Answers queries over any number of rows. They are cut into requests that each finish quickly, on
 * nodes that own the rows; the states that these give are merged here.
 *
 * <p>A client is safe for use by several threads, and one is enough for an application. Queries
 * that run at the same time share its bound on requests: all together keep to {@link
 * StatsOptions#inFlightPerNode}, to the largest where they have different ones, and take turns. A
 * query has threads of its own while it runs, one or two for each request that it may have in
 * flight. A client closes nothing.
 *
 * <p>Where the metrics of the session are on and are those of Dropwizard, as is the driver's
 * default, its registry counts what clients do, under names such as {@code
 * s0.cassandra-stats.requests}: {@code queries} and {@code requests} that have succeeded, with
 * their times; {@code rows} that they were about; {@code failed-queries}, {@code failed-requests},
 * {@code halved-ranges}; and {@code requests-in-flight}.
 */
public interface StatsClient {
  /**
   * A client.
   *
   * @param session of the application, with schema metadata and token map, as is the driver's
   *     default
   */
  static StatsClient of(CqlSession session) {
    SplitClient client = new SplitClient(session);
    return new StatsClient() {
      @Override
      public StatsResult run(StatsQuery query, StatsOptions options, StatsListener listener) {
        return client.run(query, options, listener);
      }

      @Override
      public StatsResult stream(
          StatsQuery query, StatsOptions options, StatsListener listener, Consumer<StatsRow> rows) {
        return client.stream(query, options, listener, rows);
      }
    };
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
   * Runs a query, and tells nobody how far it has come.
   *
   * @throws StatsException if the query is refused, or if the run stops
   */
  default StatsResult run(StatsQuery query, StatsOptions options) {
    return run(query, options, progress -> {});
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
   * The same as {@link #runAsync(StatsQuery, StatsOptions, StatsListener)} with standard options.
   */
  default CompletableFuture<StatsResult> runAsync(StatsQuery query) {
    return runAsync(query, StatsOptions.standard(), progress -> {});
  }

  /**
   * Runs a query on threads of its own.
   *
   * @param query what to read
   * @param options how
   * @param listener hears how far it has come; interrupted if the future is cancelled meanwhile
   * @return the result, or what {@link #run(StatsQuery, StatsOptions, StatsListener)} throws. Where
   *     it is cancelled, or ends by {@link CompletableFuture#orTimeout}, the run ends as one that
   *     is interrupted: at once, and without another request. A stage that is made of it passes no
   *     cancellation on
   */
  default CompletableFuture<StatsResult> runAsync(
      StatsQuery query, StatsOptions options, StatsListener listener) {
    return AsyncRun.start(() -> run(query, options, listener));
  }

  /**
   * The same for a result that may have any number of rows.
   *
   * @param query what to read
   * @param options how
   * @param listener hears how far it has come
   * @param rows takes the rows as {@link #stream} gives them, by one thread at a time; interrupted
   *     if the future is cancelled meanwhile. While it takes a row, each thread of the query
   *     completes one more request at most: one that waits for whoever reads, such as {@code
   *     submit} of a {@code java.util.concurrent.SubmissionPublisher}, keeps the memory bounded
   * @return the result without its rows
   */
  default CompletableFuture<StatsResult> streamAsync(
      StatsQuery query, StatsOptions options, StatsListener listener, Consumer<StatsRow> rows) {
    return AsyncRun.start(() -> stream(query, options, listener, rows));
  }
}
