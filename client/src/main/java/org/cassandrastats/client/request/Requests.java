/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.request;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.cql.Names;

/** Sends requests, and waits for their answers in a way that can be interrupted. */
public final class Requests {
  /** Longer than the deadlines of a server with default settings: it is to say why it fails. */
  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(15);

  private final CqlSession session;
  private final StatsOptions options;
  private final Duration timeout;
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

  public Requests(CqlSession session, StatsOptions options) {
    this.session = session;
    this.options = options;
    Duration longest = options.targetTime().multipliedBy(4);
    this.timeout = longest.compareTo(SHORTEST_TIMEOUT) > 0 ? longest : SHORTEST_TIMEOUT;
  }

  /** How many requests are in flight at the same time, at most. */
  public int inFlight(int nodes) {
    return options.inFlightPerNode() * nodes;
  }

  public CqlSession session() {
    return session;
  }

  public StatsOptions options() {
    return options;
  }

  /**
   * The rows of an answer, each as the bytes of its columns.
   *
   * @param node which is to answer, or null for any
   * @param cql the statement up to WHERE
   * @param conditions joined by AND
   * @param tail what follows them
   * @throws com.datastax.oss.driver.api.core.DriverException if the request fails
   */
  public List<List<ByteBuffer>> rows(Node node, String cql, List<Condition> conditions, String tail)
      throws InterruptedException {
    return all(ask(node, cql, conditions, tail, options.pageSize()), (rows, more) -> {});
  }

  /**
   * The same, as long as the answer is of a bounded size.
   *
   * @throws AnswerLimit.Exceeded if it is larger
   */
  public List<List<ByteBuffer>> rows(
      Node node, String cql, List<Condition> conditions, String tail, AnswerLimit limit)
      throws InterruptedException {
    int pageSize = limit.pageSize(options.pageSize());
    return all(ask(node, cql, conditions, tail, pageSize), limit::check);
  }

  /**
   * The same for a small request, which cannot be made smaller: repeated until it succeeds or the
   * retry timeout has passed. Any node answers.
   */
  public List<List<ByteBuffer>> retried(String cql, List<Condition> conditions, String tail)
      throws InterruptedException {
    long start = System.nanoTime();
    int failures = 0;
    while (true) {
      try {
        return rows(null, cql, conditions, tail);
      } catch (DriverException failed) {
        if (Failures.remedy(failed) == Failures.Remedy.STOP) {
          throw Failures.stopped(failed);
        }
        if (System.nanoTime() - start > options.retryTimeout().toNanos()) {
          throw new StatsException(
              "Looking for keys has failed for %d s, the cluster is overloaded or down. Last: %s."
                  .formatted(options.retryTimeout().toSeconds(), Failures.line(failed)),
              failed);
        }
        Thread.sleep(Failures.pauseMillis(++failures));
      }
    }
  }

  /**
   * Why servers refuse a statement; empty if they take it. It is executed, because not all is
   * refused when a statement is prepared.
   */
  public Optional<String> refusal(String cql) throws InterruptedException {
    try {
      retried(cql, List.of(), "");
      return Optional.empty();
    } catch (StatsException stopped) {
      if (stopped.getCause() instanceof InvalidQueryException refused) {
        return Optional.of(Failures.line(refused));
      }
      throw stopped;
    }
  }

  private AsyncResultSet ask(
      Node node, String cql, List<Condition> conditions, String tail, int pageSize)
      throws InterruptedException {
    String where =
        conditions.isEmpty()
            ? ""
            : conditions.stream()
                .map(Condition::cql)
                .collect(Collectors.joining(" AND ", " WHERE ", ""));
    PreparedStatement statement = prepare(cql + where + tail);
    BoundStatementBuilder builder = statement.boundStatementBuilder();
    for (int i = 0; i < conditions.size(); i++) {
      builder = builder.setBytesUnsafe(i, conditions.get(i).value());
    }
    return await(
        session.executeAsync(
            builder
                .setNode(node)
                .setConsistencyLevel(options.consistencyLevel())
                .setPageSize(pageSize)
                .setIdempotence(true)
                .setTimeout(timeout)
                .build()));
  }

  private PreparedStatement prepare(String cql) throws InterruptedException {
    PreparedStatement known = prepared.get(cql);
    if (known == null) {
      known = await(session.prepareAsync(cql));
      prepared.put(cql, known);
    }
    return known;
  }

  private static List<List<ByteBuffer>> all(
      AsyncResultSet first, BiConsumer<List<List<ByteBuffer>>, Boolean> watcher)
      throws InterruptedException {
    List<List<ByteBuffer>> rows = new ArrayList<>();
    AsyncResultSet page = first;
    while (true) {
      for (Row row : page.currentPage()) {
        rows.add(bytes(row));
      }
      watcher.accept(rows, page.hasMorePages());
      if (!page.hasMorePages()) {
        return rows;
      }
      page = await(page.fetchNextPage());
    }
  }

  private static List<ByteBuffer> bytes(Row row) {
    List<ByteBuffer> columns = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      columns.add(copy(row.getBytesUnsafe(i)));
    }
    return columns;
  }

  /** A copy without room behind it, which no function takes for a state that it has made. */
  public static ByteBuffer copy(ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return ByteBuffer.wrap(copy);
  }

  private static <T> T await(CompletionStage<T> stage) throws InterruptedException {
    CompletableFuture<T> future = stage.toCompletableFuture();
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      future.cancel(true);
      throw interrupted;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  /**
   * A condition of a request.
   *
   * @param left what is compared, in CQL
   * @param operator how
   * @param value the bytes that it is compared with
   */
  public record Condition(String left, String operator, ByteBuffer value) {
    /** A column that has a value. */
    public static Condition equal(CqlIdentifier column, ByteBuffer value) {
      return new Condition(Names.cql(column), "=", value);
    }

    /** The condition with a marker for the value. */
    public String cql() {
      return left + " " + operator + " ?";
    }
  }

  /**
   * Bounds answers that have a row for each partition. A state may take a hundred bytes or a
   * hundred thousand: pages follow what rows were seen to take, and an answer that is larger than
   * it may be is asked for in parts.
   */
  public static final class AnswerLimit {
    private static final long MOST_BYTES_IN_FLIGHT = 24L << 20;
    private static final long MOST_BYTES = 4L << 20;
    private static final long LEAST_BYTES = 1L << 18;
    private static final int FIRST_PAGE = 100;

    private final long bytes;
    private volatile long largestRow;

    /** Tells that an answer is about more than it may be. */
    public static final class Exceeded extends RuntimeException {
      private static final long serialVersionUID = 1;

      /** An answer that is to be asked for in parts. */
      public Exceeded() {
        super("the answer is too large", null, false, false);
      }
    }

    /**
     * A limit.
     *
     * @param requests that may be in flight at the same time
     */
    public AnswerLimit(int requests) {
      this.bytes = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, MOST_BYTES_IN_FLIGHT / requests));
    }

    /** How many rows a page may have. */
    public int pageSize(int wanted) {
      long fitting = largestRow == 0 ? FIRST_PAGE : Math.max(1, bytes / largestRow);
      return (int) Math.min(wanted, fitting);
    }

    /** The part of what it may be that an answer is. */
    public double part(List<List<ByteBuffer>> rows) {
      return (double) rows.stream().mapToLong(AnswerLimit::bytes).sum() / bytes;
    }

    /**
     * Looks at the rows of an answer that have come so far.
     *
     * @throws Exceeded if there are more to come, but may not
     */
    public void check(List<List<ByteBuffer>> rows, boolean more) {
      largestRow =
          Math.max(largestRow, rows.stream().mapToLong(AnswerLimit::bytes).max().orElse(0));
      if (more && part(rows) > 1) {
        throw new Exceeded();
      }
    }

    private static long bytes(List<ByteBuffer> row) {
      return row.stream().mapToLong(column -> column == null ? 0 : column.remaining()).sum();
    }
  }
}
