/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.data.ByteUtils;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.internal.core.util.concurrent.BlockingOperation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.run.RequestCounts.RunContext;
import org.cassandrastats.client.internal.split.LaneChoice;
import org.cassandrastats.client.internal.split.RangeSource;
import org.cassandrastats.client.internal.split.SourceOpener;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.client.internal.split.SplitQueryResolver;
import org.cassandrastats.client.internal.split.TokenRing;

/** The client: each query is cut into requests. */
public final class SplitClient {
  private final CqlSession session;
  private final ThreadFactory threads;
  private final NodeSlots slots = new NodeSlots();
  private final RunMetrics metrics;

  /**
   * A client.
   *
   * @param session of the application, with schema metadata and token map
   * @param threads make those that send requests
   */
  public SplitClient(CqlSession session, ThreadFactory threads) {
    this.session = session;
    this.threads = task -> Objects.requireNonNull(threads.newThread(task), "thread");
    this.metrics = RunMetrics.of(session);
  }

  /** A thread that does not keep its process. */
  public static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "cassandra-stats query");
    thread.setDaemon(true);
    return thread;
  }

  /** See {@code StatsClient.run}. */
  public StatsResult run(StatsQuery query, StatsOptions options, StatsListener listener) {
    RowList rows = new RowList();
    StatsResult result = stream(query, options, listener, rows);
    return StatsResult.of(result.columns(), rows.rows(), result.statistics());
  }

  /** See {@code StatsClient.stream}. */
  public StatsResult stream(
      StatsQuery query, StatsOptions options, StatsListener listener, Consumer<StatsRow> rows) {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(rows, "rows");
    // Answers would never come on the thread that waits for them.
    BlockingOperation.checkNotDriverThread();
    long start = System.nanoTime();
    boolean complete = false;
    try (NodeSlots.OfQuery ofQuery = slots.ofQuery(options.inFlightPerNode(), metrics)) {
      RequestCounts tally = new RequestCounts(metrics);
      StatsResult result =
          new Execution(session, threads, options, ofQuery, tally, listener, rows).execute(query);
      complete = true;
      return result;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    } finally {
      metrics.ended(System.nanoTime() - start, complete);
    }
  }

  /**
   * Reads rows before those of a query.
   *
   * @param context of the requests
   */
  private record RowsBefore(SplitQuery splitQuery, Requests requests, RunContext context)
      implements PreviousBuckets.Reader {
    @Override
    public OptionalLong last(int partition) throws InterruptedException {
      return PreviousBuckets.lastRow(splitQuery, requests, partition);
    }

    @Override
    public void read(SplitQuery before, Consumer<List<ByteBuffer>> groups)
        throws InterruptedException {
      new SplitRun<>(
              SourceOpener.open(before, requests),
              context,
              group -> {
                groups.accept(group);
                return true;
              },
              Optional.empty())
          .execute();
    }
  }

  /**
   * Executes a query from beginning to end.
   *
   * @param session whose nodes are asked
   * @param threads make those that send requests
   * @param options how
   * @param slots of the nodes
   * @param tally of its requests
   * @param listener hears of finished ranges
   * @param rows takes the rows of the result in their order
   */
  private record Execution(
      CqlSession session,
      ThreadFactory threads,
      StatsOptions options,
      NodeSlots.OfQuery slots,
      RequestCounts tally,
      StatsListener listener,
      Consumer<StatsRow> rows) {
    /**
     * Executes a query.
     *
     * @return the result without its rows
     * @param query what to read
     * @throws org.cassandrastats.client.api.StatsException if it is refused, or if the run stops
     */
    StatsResult execute(StatsQuery query) throws InterruptedException {
      Select select = SelectParser.parse(query);
      Requests requests = new Requests(session, options, query.sentAs());
      Lane lane = LaneChoice.of(requests, select);
      SplitQuery splitQuery = SplitQueryResolver.resolve(requests, select, lane == Lane.CLIENT);
      RunContext context =
          new RunContext(
              splitQuery.selection(),
              splitQuery.grouping(),
              options,
              threads,
              slots,
              tally,
              listener);
      PreviousBuckets previous =
          new PreviousBuckets(splitQuery, new RowsBefore(splitQuery, requests, context.nested()));
      ResultRows taker = new ResultRows(splitQuery, query, options, previous, rows);
      Range<Long> tokens = tokens(query);
      if (options.resumeFile() == null) {
        return execute(splitQuery, requests, tokens, taker, lane, context, Optional.empty());
      }
      try (RunFile file =
          RunFile.open(options.resumeFile(), fingerprint(splitQuery, requests, tokens))) {
        StatsResult result =
            execute(splitQuery, requests, tokens, taker, lane, context, Optional.of(file));
        file.remove();
        return result;
      }
    }

    private static Range<Long> tokens(StatsQuery query) {
      StatsQuery.Tokens tokens = query.tokens();
      return tokens == null
          ? TokenRing.ALL
          : new Range<>(Range.Cut.after(tokens.above()), Range.Cut.after(tokens.upTo()));
    }

    private StatsResult execute(
        SplitQuery splitQuery,
        Requests requests,
        Range<Long> tokens,
        ResultRows taker,
        Lane lane,
        RunContext context,
        Optional<RunFile> file)
        throws InterruptedException {
      listener.began(lane);
      RangeSource<?> source = SourceOpener.open(splitQuery, requests, tokens);
      new SplitRun<>(source, context, taker, file).execute();
      taker.complete();
      return StatsResult.of(splitQuery.selection().names(), List.of(), tally.statistics());
    }

    /**
     * Tells apart what is asked of the servers, as they get it: the bytes of values, not how Java
     * shows them. What is computed from the answers is no part of it.
     */
    private String fingerprint(SplitQuery splitQuery, Requests requests, Range<Long> tokens) {
      List<Condition> conditions = new ArrayList<>();
      splitQuery.partitions().ifPresent(keys -> conditions.addAll(keys.conditions()));
      conditions.addAll(splitQuery.fixed());
      conditions.add(splitQuery.lower());
      conditions.add(splitQuery.upper());
      conditions.addAll(splitQuery.others());
      List<String> parts = new ArrayList<>();
      parts.add(splitQuery.select());
      parts.add(String.valueOf(splitQuery.table().getId().orElse(null)));
      parts.add(splitQuery.tail());
      parts.add(
          splitQuery.grouping().isGrouped()
              + " "
              + splitQuery.grouping().bounded()
              + " "
              + splitQuery.grouping().keys());
      parts.add(requests.consistencyLevel().name());
      if (!tokens.equals(TokenRing.ALL)) {
        parts.add(tokens.toString());
      }
      for (Condition condition : conditions) {
        parts.add(
            condition == null ? "" : condition.cql() + ByteUtils.toHexString(condition.value()));
      }
      // A column that was dropped and added again is another one under the old name.
      RelationMetadata table = splitQuery.table();
      session
          .execute(
              "SELECT JSON column_name, dropped_time FROM system_schema.dropped_columns WHERE"
                  + " keyspace_name = ? AND table_name = ?",
              table.getKeyspace().asInternal(),
              table.getName().asInternal())
          .forEach(row -> parts.add(row.getString(0)));
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (String part : parts) {
          digest.update((part.length() + " " + part).getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
