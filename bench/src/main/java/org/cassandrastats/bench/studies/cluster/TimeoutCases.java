/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;
import com.datastax.oss.driver.internal.core.specex.ConstantSpeculativeExecutionPolicy;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.NodeLoad;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.cli.console.UserError;

/** Requests in each {@link TimeoutCase}, with limits that follow from how long they take alone. */
final class TimeoutCases implements AutoCloseable {
  /** Seconds that nodes worked on after the client had an outcome. */
  static final String BUSY = "node_busy_seconds";

  /** Pages that nodes read for a request, by their own count. */
  static final String PAGES = "pages_read";

  /** Seconds that whoever gave up first would have waited. */
  static final String LIMIT = "limit_seconds";

  private static final Duration LATE = Duration.ofHours(2);
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Duration CQLSH_EARLY = Duration.ofSeconds(1);
  private static final int LARGE_PAGES = 10_000;
  private static final int CALIBRATIONS = 2;
  private static final int EARLY = 3;

  private final StudyContext bench;
  private final int rows;
  private final int pageSize;
  private final Map<MeasuredAggregate, Duration> early = new EnumMap<>(MeasuredAggregate.class);
  private final CqlSession sessionEarly;
  private final CqlSession retrying;
  private final CqlSession speculative;

  /**
   * Finds out how long requests take.
   *
   * @param warmUp how often each is sent at least
   */
  TimeoutCases(
      StudyContext bench, List<MeasuredAggregate> aggregates, int rows, int pageSize, int warmUp) {
    this.bench = bench;
    this.rows = rows;
    this.pageSize = pageSize;
    bench.setDeadlines(Deadlines.NONE);
    for (MeasuredAggregate aggregate : aggregates) {
      early.put(aggregate, calibrate(aggregate, Math.max(CALIBRATIONS, warmUp)));
    }
    sessionEarly = session(configuration(Collections.min(early.values())));
    retrying =
        session(
            configuration(TIMEOUT)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, RetryingOncePolicy.class));
    speculative =
        session(
            configuration(TIMEOUT)
                // One node stands for two replicas: the driver needs a second one to ask.
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, RepeatingPolicy.class)
                .withClass(
                    DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
                    ConstantSpeculativeExecutionPolicy.class)
                .withInt(DefaultDriverOption.SPECULATIVE_EXECUTION_MAX, 2)
                .withDuration(
                    DefaultDriverOption.SPECULATIVE_EXECUTION_DELAY,
                    early.get(MeasuredAggregate.MEAN)));
  }

  private CqlSession session(ProgrammaticDriverConfigLoaderBuilder configuration) {
    return bench.target().session(configuration.build()).orElseThrow();
  }

  private static ProgrammaticDriverConfigLoaderBuilder configuration(Duration timeout) {
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false);
  }

  /** A part of the shortest of some times: warm ones. */
  private Duration calibrate(MeasuredAggregate aggregate, int times) {
    double shortest = Double.MAX_VALUE;
    for (int i = 0; i < times; i++) {
      Attempt attempt = ask(bench.session(), aggregate, statement(aggregate).setTimeout(LATE));
      if (!attempt.isExact()) {
        bench.target().requireRunning();
        throw new UserError(
            "A request was not answered that had all the time (%s: %s). Give fewer --rows."
                .formatted(attempt.error(), attempt.message()));
      }
      shortest = Math.min(shortest, attempt.seconds());
    }
    return Duration.ofMillis(Math.max(EARLY, (long) (shortest * 1000))).dividedBy(EARLY);
  }

  private SimpleStatement statement(MeasuredAggregate aggregate) {
    boolean isCluster = bench.variant().nodes() > 1;
    return bench
        .query(aggregate, rows, pageSize)
        .setConsistencyLevel(
            isCluster ? DefaultConsistencyLevel.QUORUM : DefaultConsistencyLevel.ONE)
        // That of the session.
        .setTimeout(null);
  }

  Attempt ask(TimeoutCase which, MeasuredAggregate aggregate) {
    Duration limit = early.get(aggregate);
    Duration shortest = Collections.min(early.values());
    bench.setDeadlines(which.isServerFirst() ? new Deadlines(limit, limit, LATE) : Deadlines.NONE);
    SimpleStatement statement = statement(aggregate);
    SimpleStatement late = statement.setTimeout(LATE);
    CqlSession session = bench.session();
    return switch (which) {
      case BOTH_LATE -> ask(session, aggregate, late);
      case CLIENT_FIRST -> limited(limit, ask(session, aggregate, statement.setTimeout(limit)));
      case SERVER_FIRST -> limited(limit, ask(session, aggregate, late));
      case SESSION_EARLY -> limited(shortest, ask(sessionEarly, aggregate, statement));
      case STATEMENT_LATE -> ask(sessionEarly, aggregate, late);
      case RETRYING -> limited(limit, ask(retrying, aggregate, statement.setIdempotent(true)));
      case SPECULATIVE_NOT_IDEMPOTENT -> speculative(aggregate, statement.setIdempotent(false));
      case SPECULATIVE -> speculative(aggregate, statement.setIdempotent(true));
      case CQLSH_LATE -> cqlsh(pageSize, LATE);
      case CQLSH_LARGE_PAGES -> cqlsh(LARGE_PAGES, LATE);
      case CQLSH_FIRST -> limited(CQLSH_EARLY, cqlsh(pageSize, CQLSH_EARLY));
    };
  }

  /** Any node is asked. */
  private Attempt speculative(MeasuredAggregate aggregate, SimpleStatement statement) {
    return anywhere(speculative, aggregate, statement);
  }

  private Attempt cqlsh(int rowsOfPage, Duration timeout) {
    String query =
        "SELECT JSON %s AS answer FROM %s WHERE sensor = 1 AND at < %d"
            .formatted(
                MeasuredAggregate.MEAN.selector(bench.functions()), BenchKeyspace.TABLE, rows);
    CqlshRequest request =
        new CqlshRequest(bench.target().cluster().orElseThrow(), query, bench.column().first(rows));
    return watched(bench, () -> request.ask(rowsOfPage, timeout));
  }

  private static Attempt limited(Duration limit, Attempt attempt) {
    return attempt.with(LIMIT, QueryRunner.seconds(limit));
  }

  /** The first node coordinates. */
  private Attempt ask(CqlSession session, MeasuredAggregate aggregate, SimpleStatement statement) {
    return anywhere(session, aggregate, statement.setNode(StudyContext.nodes(session).get(0)));
  }

  private Attempt anywhere(
      CqlSession session, MeasuredAggregate aggregate, SimpleStatement statement) {
    return watched(
        bench,
        () ->
            new QueryRunner(session)
                .ask(statement, row -> aggregate.check(row, bench.column().first(rows))));
  }

  /** Asks, and then waits until the nodes have no more to do with it. */
  static Attempt watched(StudyContext bench, Supplier<Attempt> request) {
    NodeLoad load = new NodeLoad(bench.session());
    long before = load.pages();
    Attempt attempt = request.get();
    double busy = load.awaitIdle();
    return attempt.with(BUSY, busy).with(PAGES, (double) (load.pages() - before));
  }

  @Override
  public void close() {
    sessionEarly.close();
    retrying.close();
    speculative.close();
    bench.setDeadlines(Deadlines.NONE);
  }

  /** Sends a read that has exceeded a deadline once more, as many applications have configured. */
  public static final class RetryingOncePolicy extends DefaultRetryPolicy {
    /** For the driver. */
    public RetryingOncePolicy(DriverContext context, String profile) {
      super(context, profile);
    }

    @Override
    public RetryVerdict onReadTimeoutVerdict(
        Request request,
        ConsistencyLevel consistency,
        int needed,
        int received,
        boolean dataPresent,
        int retries) {
      return retries == 0 ? RetryVerdict.RETRY_SAME : RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onErrorResponseVerdict(
        Request request, CoordinatorException error, int retries) {
      return retries == 0 ? RetryVerdict.RETRY_SAME : RetryVerdict.RETHROW;
    }
  }

  /** Names every node twice, so that one node can stand for two replicas. */
  public static final class RepeatingPolicy extends DcInferringLoadBalancingPolicy {
    /** For the driver. */
    public RepeatingPolicy(DriverContext context, String profile) {
      super(context, profile);
    }

    @Override
    public Queue<Node> newQueryPlan(Request request, Session session) {
      Queue<Node> once = super.newQueryPlan(request, session);
      List<Node> nodes = Stream.generate(once::poll).takeWhile(Objects::nonNull).toList();
      Queue<Node> plan = new ConcurrentLinkedQueue<>(nodes);
      plan.addAll(nodes);
      return plan;
    }
  }
}
