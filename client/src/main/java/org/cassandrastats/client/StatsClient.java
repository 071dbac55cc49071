/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
public final class StatsClient {
  private static final StatsListener NOBODY = progress -> {};

  private final SplitClient client;
  private final StatsOptions options;
  private final ThreadFactory threads;

  private StatsClient(Builder values) {
    this.client = new SplitClient(values.session, values.threads);
    this.options = values.options;
    this.threads = values.threads;
  }

  /**
   * A client with standard options and threads of its own.
   *
   * @param session of the application, with schema metadata and token map, as is the driver's
   *     default
   */
  public static StatsClient of(CqlSession session) {
    return builder(session).build();
  }

  /** Of what a client is made: see {@link #of}. */
  public static Builder builder(CqlSession session) {
    return new Builder(session);
  }

  /** Says of what a client is made. */
  public static final class Builder {
    private final CqlSession session;
    private StatsOptions options = StatsOptions.standard();
    private ThreadFactory threads = SplitClient::daemon;

    private Builder(CqlSession session) {
      this.session = Objects.requireNonNull(session, "session");
    }

    /** The options of queries that are given none. Default: {@link StatsOptions#standard}. */
    public Builder options(StatsOptions newOptions) {
      options = Objects.requireNonNull(newOptions, "options");
      return this;
    }

    /**
     * Where the threads of queries come from: one for each request that a query may have in flight,
     * and one for each that nobody waits for. On Java 24 and later, those of {@code
     * Thread.ofVirtual().factory()} will do: before, one that waits may hold a processor. Default:
     * daemon threads.
     */
    public Builder threads(ThreadFactory newThreads) {
      threads = Objects.requireNonNull(newThreads, "threads");
      return this;
    }

    /** The client. */
    public StatsClient build() {
      ClassPathCheck.done();
      return new StatsClient(this);
    }
  }

  /**
   * Runs a query with the options of the client.
   *
   * @throws StatsException if the query is refused, or if the run stops
   */
  public StatsResult run(StatsQuery query) {
    return run(query, options, NOBODY);
  }

  /**
   * Runs a query, and tells nobody how far it has come.
   *
   * @throws StatsException if the query is refused, or if the run stops
   */
  public StatsResult run(StatsQuery query, StatsOptions runOptions) {
    return run(query, runOptions, NOBODY);
  }

  /**
   * Runs a query, and returns when all of it is read. Interrupting the thread ends the run: no
   * further request is sent, and those in flight are not waited for: Cassandra has no way to end
   * them, they end by themselves, in about the target time and no later than a node's deadline.
   *
   * @param query what to read
   * @param runOptions how
   * @param listener hears how far it has come
   * @throws StatsException if the query is refused, if the run stops, if it was interrupted, or if
   *     the result takes more than 64 MB: see {@link #stream}
   * @throws IllegalStateException if a thread of the driver runs it, as those do that call stages
   *     of {@code executeAsync}
   */
  public StatsResult run(StatsQuery query, StatsOptions runOptions, StatsListener listener) {
    return client.run(query, runOptions, listener);
  }

  /**
   * Runs a query whose result may have any number of rows, and forgets them one by one.
   *
   * @param query what to read
   * @param runOptions how
   * @param listener hears how far it has come
   * @param rows takes the rows in the order in which a single query gives them, by one thread at a
   *     time, as soon as all before them are complete. If the run stops, it has had some of them; a
   *     run that resumes from a file gives all of them
   * @return the result without its rows
   * @throws StatsException if the query is refused, if the run stops, or if it was interrupted
   */
  public StatsResult stream(
      StatsQuery query, StatsOptions runOptions, StatsListener listener, Consumer<StatsRow> rows) {
    return client.stream(query, runOptions, listener, rows);
  }

  /** The same as {@link #rows(StatsQuery, StatsOptions)} with the options of the client. */
  public Stream<StatsRow> rows(StatsQuery query) {
    return rows(query, options);
  }

  /**
   * The rows of a query, read while they are taken, from when the first one is asked for.
   *
   * @return a stream that has to be closed unless all of it is taken: closing it ends the run. Its
   *     operations throw what {@link #stream} throws
   */
  public Stream<StatsRow> rows(StatsQuery query, StatsOptions runOptions) {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(runOptions, "runOptions");
    return RowStream.of(taker -> streamAsync(query, runOptions, NOBODY, taker));
  }

  /** The same as {@link #publisher(StatsQuery, StatsOptions)} with the options of the client. */
  public Flow.Publisher<StatsRow> publisher(StatsQuery query) {
    return publisher(query, options);
  }

  /**
   * The rows of a query for reactive libraries. Each subscriber has a run of its own, which begins
   * when it subscribes, waits while nothing is requested, and ends when the subscription is
   * cancelled.
   *
   * @return a publisher whose subscribers are called by one thread at a time. What {@link #stream}
   *     throws comes by {@code onError}
   */
  public Flow.Publisher<StatsRow> publisher(StatsQuery query, StatsOptions runOptions) {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(runOptions, "runOptions");
    return new RowPublisher(taker -> streamAsync(query, runOptions, NOBODY, taker));
  }

  /**
   * The same as {@link #runAsync(StatsQuery, StatsOptions, StatsListener)} with the options of the
   * client.
   */
  public CompletableFuture<StatsResult> runAsync(StatsQuery query) {
    return runAsync(query, options, NOBODY);
  }

  /**
   * Runs a query on threads of its own.
   *
   * @param query what to read
   * @param runOptions how
   * @param listener hears how far it has come; interrupted if the future is cancelled meanwhile
   * @return the result, or what {@link #run(StatsQuery, StatsOptions, StatsListener)} throws. Where
   *     it is cancelled, or ends by {@link CompletableFuture#orTimeout}, the run ends as one that
   *     is interrupted: at once, and without another request. A stage that is made of it passes no
   *     cancellation on
   */
  public CompletableFuture<StatsResult> runAsync(
      StatsQuery query, StatsOptions runOptions, StatsListener listener) {
    return AsyncRun.start(threads, () -> run(query, runOptions, listener));
  }

  /**
   * The same for a result that may have any number of rows.
   *
   * @param query what to read
   * @param runOptions how
   * @param listener hears how far it has come
   * @param rows takes the rows as {@link #stream} gives them, by one thread at a time; interrupted
   *     if the future is cancelled meanwhile. While it takes a row, each thread of the query
   *     completes one more request at most: one that waits for whoever reads, such as {@code
   *     submit} of a {@code java.util.concurrent.SubmissionPublisher}, keeps the memory bounded
   * @return the result without its rows
   */
  public CompletableFuture<StatsResult> streamAsync(
      StatsQuery query, StatsOptions runOptions, StatsListener listener, Consumer<StatsRow> rows) {
    return AsyncRun.start(threads, () -> stream(query, runOptions, listener, rows));
  }
}
