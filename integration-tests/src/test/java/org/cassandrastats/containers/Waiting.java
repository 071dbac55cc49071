/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.NodeLoad;
import org.cassandrastats.bench.measure.QueryRunner;

/** Requests in each {@link TimeoutCase}, with limits that follow from how long they take. */
final class Waiting implements Suite.Questions {
  /** Seconds that the nodes worked on after the client had left. */
  static final String BUSY = "node_busy_seconds";

  /** Pages that the nodes read, by their own count. */
  static final String PAGES = "pages_read";

  /** Seconds that whoever gave up first would have waited. */
  static final String LIMIT = "limit_seconds";

  private static final int CALIBRATIONS = 2;
  private static final int CALIBRATIONS_UNTIL_WARM = 8;
  private static final int EARLY = 3;
  private static final int LARGE_PAGES = 10_000;

  private static final Duration CQLSH_EARLY = Duration.ofSeconds(1);

  private final SuiteBench bench;
  private final NodeLoad load;
  private final CqlshRequest cqlsh;
  private final Map<MeasuredAggregate, Duration> early = new EnumMap<>(MeasuredAggregate.class);
  private final CqlSession earlySession;
  private Duration deadline;

  Waiting(SuiteBench bench) {
    this.bench = bench;
    this.load = new NodeLoad(bench.session());
    this.cqlsh =
        new CqlshRequest(bench.nodes(), bench.readings().name(), bench.rows().exact().mean());
    this.deadline = bench.size().late();
    for (MeasuredAggregate aggregate : Suite.AGGREGATES) {
      early.put(aggregate, calibrate(aggregate).dividedBy(EARLY));
    }
    this.earlySession = bench.cluster().session(Collections.min(early.values()));
  }

  /** The shortest of some times: warm ones. */
  private Duration calibrate(MeasuredAggregate aggregate) {
    double shortest = Double.MAX_VALUE;
    int calibrations = bench.size().documented() ? CALIBRATIONS_UNTIL_WARM : CALIBRATIONS;
    for (int i = 0; i < calibrations; i++) {
      Attempt attempt = ask(bench.session(), aggregate, SuiteTable.LONGEST);
      if (!attempt.isExact()) {
        throw new IllegalStateException(aggregate + ": " + attempt);
      }
      shortest = Math.min(shortest, attempt.seconds());
    }
    return Duration.ofMillis(Math.max(EARLY, (long) (shortest * 1000)));
  }

  @Override
  public Attempt ask(Cell cell, boolean traced) {
    TimeoutCase situation = cell.get(TimeoutSuite.SITUATION);
    MeasuredAggregate aggregate = cell.get(Suite.AGGREGATE);
    Duration limit = early.get(aggregate);
    Duration shortest = Collections.min(early.values());
    // One deadline for all aggregates: it takes seconds to set.
    setDeadline(situation == TimeoutCase.SERVER_FIRST ? shortest : bench.size().late());
    CqlSession session = bench.session();
    Duration late = SuiteTable.LONGEST;
    int pageSize = bench.size().deadlinePageSize();
    return switch (situation) {
      case BOTH_LATE -> watched(() -> ask(session, aggregate, late));
      case CLIENT_FIRST -> watched(() -> ask(session, aggregate, limit)).with(LIMIT, of(limit));
      case SERVER_FIRST -> watched(() -> ask(session, aggregate, late)).with(LIMIT, of(shortest));
      case SESSION_EARLY ->
          watched(() -> ask(earlySession, aggregate, null)).with(LIMIT, of(shortest));
      case STATEMENT_LATE -> watched(() -> ask(earlySession, aggregate, late));
      case CQLSH_LATE -> watched(() -> cqlsh.ask(pageSize, late));
      case CQLSH_LARGE_PAGES -> watched(() -> cqlsh.ask(LARGE_PAGES, late));
      case CQLSH_FIRST ->
          watched(() -> cqlsh.ask(pageSize, CQLSH_EARLY)).with(LIMIT, of(CQLSH_EARLY));
    };
  }

  private static double of(Duration time) {
    return QueryRunner.seconds(time);
  }

  private void setDeadline(Duration wanted) {
    if (!wanted.equals(deadline)) {
      bench.nodes().setReadTimeout(1, wanted);
      deadline = wanted;
    }
  }

  /**
   * Asks.
   *
   * @param timeout of the statement; null for that of the session
   */
  private Attempt ask(CqlSession session, MeasuredAggregate aggregate, Duration timeout) {
    SimpleStatement query =
        bench
            .readings()
            .query(aggregate, SuiteBench.PARTITION)
            .setNode(bench.node(session, 1))
            .setPageSize(bench.size().deadlinePageSize())
            .setConsistencyLevel(level())
            .setTimeout(timeout);
    return new QueryRunner(session).ask(query, row -> bench.rows().check(aggregate, row));
  }

  private ConsistencyLevel level() {
    return bench.part().isCluster() ? DefaultConsistencyLevel.QUORUM : DefaultConsistencyLevel.ONE;
  }

  /** Asks, and then waits until the nodes have no more to do with it. */
  private Attempt watched(Supplier<Attempt> request) {
    long before = load.pages();
    Attempt attempt = request.get();
    double busy = load.awaitIdle();
    return attempt.with(BUSY, busy).with(PAGES, (double) (load.pages() - before));
  }

  @Override
  public void close() {
    earlySession.close();
    setDeadline(bench.size().late());
  }
}
