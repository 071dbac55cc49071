/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.rows.Cells;

/** Sends requests, and waits for their answers in a way that can be interrupted. */
public final class Requests {
  /** Longer than the deadlines of a server with default settings: it is to say why it fails. */
  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(15);

  private final CqlSession session;
  private final StatsOptions options;
  private final Duration timeout;
  private final SimpleStatement sentAs;
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();
  private volatile boolean answered;

  public Requests(CqlSession session, StatsOptions options) {
    this(session, options, SimpleStatement.newInstance(""));
  }

  /**
   * Requests for a statement.
   *
   * @param sentAs has the execution profile, custom payload and tracing of each request
   * @throws StatsException if the session has no such profile
   */
  public Requests(CqlSession session, StatsOptions options, SimpleStatement sentAs) {
    this.sentAs = sentAs.setPositionalValues(List.of()).setNamedValues(Map.of());
    this.session = session;
    this.options = options;
    Duration longest = options.targetTime().multipliedBy(4);
    this.timeout = longest.compareTo(SHORTEST_TIMEOUT) > 0 ? longest : SHORTEST_TIMEOUT;
    requireProfile(sentAs.getExecutionProfileName());
  }

  private void requireProfile(String name) {
    Set<String> known = session.getContext().getConfig().getProfiles().keySet();
    if (name != null && !name.isEmpty() && !known.contains(name)) {
      throw new StatsException(
          "The session has no execution profile \"%s\": expected one of %s."
              .formatted(name, String.join(", ", new TreeSet<>(known))));
    }
  }

  /** The same of a table that each node has for itself, which no level of two nodes can read. */
  public Requests ofOneNode() {
    return new Requests(
        session, options.withConsistencyLevel(DefaultConsistencyLevel.LOCAL_ONE), sentAs);
  }

  /** The consistency level of all requests. */
  public ConsistencyLevel consistencyLevel() {
    if (options.consistencyLevel() != null) {
      return options.consistencyLevel();
    }
    DriverExecutionProfile profile =
        sentAs.getExecutionProfile() != null
            ? sentAs.getExecutionProfile()
            : profile(sentAs.getExecutionProfileName());
    return DefaultConsistencyLevel.valueOf(
        profile.getString(DefaultDriverOption.REQUEST_CONSISTENCY));
  }

  private DriverExecutionProfile profile(String name) {
    DriverConfig configuration = session.getContext().getConfig();
    return name == null || name.isEmpty()
        ? configuration.getDefaultProfile()
        : configuration.getProfile(name);
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
   * The same, page by page: what is not kept is forgotten.
   *
   * @param taker of the rows of a page, and whether more follow
   */
  public void pages(
      Node node,
      String cql,
      List<Condition> conditions,
      String tail,
      BiConsumer<List<List<ByteBuffer>>, Boolean> taker)
      throws InterruptedException {
    each(ask(node, cql, conditions, tail, options.pageSize()), taker);
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
        List<List<ByteBuffer>> rows = rows(null, cql, conditions, tail);
        // An answer of no rows may have needed no replica.
        answered = answered || !rows.isEmpty();
        return rows;
      } catch (DriverException failed) {
        if (!Failures.mayPass(failed)) {
          throw Failures.stopped(failed);
        }
        Duration patience = Failures.patience(failed, options.retryTimeout(), !answered);
        if (System.nanoTime() - start > patience.toNanos()) {
          throw Failures.unreachable(failed)
              .orElseGet(
                  () ->
                      StatsException.unavailable(
                          "Looking for keys has failed for %d s, the cluster is overloaded or down. Last: %s."
                              .formatted(patience.toSeconds(), Failures.line(failed)),
                          failed));
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

  /**
   * Whether a node refuses a statement for what it says, such as a function that it does not know.
   * A node that fails for another reason does not.
   */
  public boolean isRefused(Node node, String cql) throws InterruptedException {
    try {
      var unused =
          await(session.executeAsync(sentAs.setQuery(cql).setNode(node).setTimeout(timeout)));
      return false;
    } catch (InvalidQueryException | SyntaxError refused) {
      return true;
    } catch (DriverException failed) {
      return false;
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
    // Nodes keep what is prepared: a statement without values is one that is sent once.
    Statement<?> statement =
        conditions.isEmpty() ? sentAs.setQuery(cql + tail) : bound(cql + where + tail, conditions);
    return await(
        session.executeAsync(
            statement
                .setNode(node)
                .setConsistencyLevel(consistencyLevel())
                .setPageSize(pageSize)
                .setIdempotent(true)
                .setTimeout(timeout)));
  }

  private BoundStatement bound(String cql, List<Condition> conditions) throws InterruptedException {
    BoundStatementBuilder builder = prepare(cql).boundStatementBuilder();
    for (int i = 0; i < conditions.size(); i++) {
      builder = builder.setBytesUnsafe(i, conditions.get(i).value());
    }
    return builder.build();
  }

  private PreparedStatement prepare(String cql) throws InterruptedException {
    PreparedStatement known = prepared.get(cql);
    if (known == null) {
      known = await(session.prepareAsync(sentAs.setQuery(cql)));
      prepared.put(cql, known);
    }
    return known;
  }

  private static List<List<ByteBuffer>> all(
      AsyncResultSet first, BiConsumer<List<List<ByteBuffer>>, Boolean> watcher)
      throws InterruptedException {
    List<List<ByteBuffer>> rows = new ArrayList<>();
    each(
        first,
        (page, more) -> {
          rows.addAll(page);
          watcher.accept(rows, more);
        });
    return rows;
  }

  private static void each(AsyncResultSet first, BiConsumer<List<List<ByteBuffer>>, Boolean> taker)
      throws InterruptedException {
    AsyncResultSet page = first;
    while (true) {
      List<List<ByteBuffer>> rows = new ArrayList<>(page.remaining());
      for (Row row : page.currentPage()) {
        rows.add(Cells.of(row));
      }
      taker.accept(rows, page.hasMorePages());
      if (!page.hasMorePages()) {
        return;
      }
      page = await(page.fetchNextPage());
    }
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
}
