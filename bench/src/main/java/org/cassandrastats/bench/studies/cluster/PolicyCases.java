/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
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
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.NodeLoad;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.cli.console.UserError;

/** One query under each {@link Policy}, with times that follow from how long it takes alone. */
final class PolicyCases implements AutoCloseable {
  /** Seconds that nodes worked on after the driver had an outcome. */
  static final String BUSY = "node_busy_seconds";

  /** Pages that nodes read for a request, by their own count. */
  static final String PAGES = "pages_read";

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final int CALIBRATIONS = 3;
  private static final int PLENTY = 20;

  private final StudyContext bench;
  private final ExactPart exact;
  private final Duration alone;
  private final CqlSession shortTimeout;
  private final CqlSession retrying;
  private final CqlSession speculative;

  PolicyCases(StudyContext bench, ExactPart exact) {
    this.bench = bench;
    this.exact = exact;
    this.alone = calibrate();
    shortTimeout = session(configuration(half()));
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
                .withDuration(DefaultDriverOption.SPECULATIVE_EXECUTION_DELAY, half()));
  }

  private CqlSession session(ProgrammaticDriverConfigLoaderBuilder configuration) {
    DriverConfigLoader loader = configuration.build();
    return bench
        .target()
        .session(loader)
        .orElseThrow(() -> new IllegalStateException("policies need nodes of our own"));
  }

  private static ProgrammaticDriverConfigLoaderBuilder configuration(Duration timeout) {
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false);
  }

  private Duration calibrate() {
    double[] seconds = new double[CALIBRATIONS];
    for (int i = 0; i < CALIBRATIONS; i++) {
      Attempt attempt = ask(bench.session(), statement().setTimeout(TIMEOUT));
      if (!attempt.isExact()) {
        bench.target().requireRunning();
        throw new UserError(
            "The query for the policies was not answered (%s: %s). Give fewer --policy-rows."
                .formatted(attempt.error(), attempt.message()));
      }
      seconds[i] = attempt.seconds();
    }
    return Duration.ofNanos((long) (Spread.of(seconds).median() * 1e9));
  }

  private Duration half() {
    Duration half = alone.dividedBy(2);
    return half.compareTo(SHORTEST) < 0 ? SHORTEST : half;
  }

  private SimpleStatement statement() {
    return bench
        .query(MeasuredAggregate.MEAN, exact.count(), StudyContext.PAGE_SIZE)
        .setIdempotent(true);
  }

  Attempt ask(Policy policy) {
    boolean exceedsDeadline = policy == Policy.DEFAULT_RETRY || policy == Policy.RETRYING;
    bench.setDeadlines(exceedsDeadline ? new Deadlines(half(), half(), TIMEOUT) : Deadlines.NONE);
    // Without a timeout of its own, a statement has that of the session.
    SimpleStatement statement = statement().setTimeout(null);
    return switch (policy) {
      case PLAIN -> ask(bench.session(), statement.setTimeout(TIMEOUT));
      case SESSION_TIMEOUT -> ask(shortTimeout, statement);
      case STATEMENT_TIMEOUT ->
          ask(shortTimeout, statement.setTimeout(alone.multipliedBy(PLENTY).plusSeconds(1)));
      case DEFAULT_RETRY -> ask(bench.session(), statement.setTimeout(TIMEOUT));
      case RETRYING -> ask(retrying, statement);
      case SPECULATIVE_NOT_IDEMPOTENT -> ask(speculative, statement.setIdempotent(false));
      case SPECULATIVE -> ask(speculative, statement);
    };
  }

  private Attempt ask(CqlSession session, SimpleStatement statement) {
    return ask(session, bench, statement, exact);
  }

  /** Asks, and then waits until the nodes have no more to do with it. */
  static Attempt ask(
      CqlSession session, StudyContext bench, SimpleStatement statement, ExactPart exact) {
    NodeLoad load = new NodeLoad(bench.session());
    long before = load.pages();
    Attempt attempt =
        new QueryRunner(session).ask(statement, row -> MeasuredAggregate.MEAN.check(row, exact));
    double busy = load.awaitIdle();
    return attempt.with(BUSY, busy).with(PAGES, (double) (load.pages() - before));
  }

  @Override
  public void close() {
    shortTimeout.close();
    retrying.close();
    speculative.close();
  }

  /**
   * What a driver may do about a request that takes long; "the time" is that of the query alone.
   */
  enum Policy {
    PLAIN("neither timeout nor deadline"),
    SESSION_TIMEOUT("timeout of the session: half the time"),
    STATEMENT_TIMEOUT("the same session, timeout of the statement: 20 times the time"),
    DEFAULT_RETRY("read_request_timeout: half the time; the driver's own retry policy"),
    RETRYING("the same, a policy that retries once"),
    SPECULATIVE_NOT_IDEMPOTENT(
        "speculative execution after half the time, statement not idempotent"),
    SPECULATIVE("the same, statement idempotent");

    private final String label;

    Policy(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
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
