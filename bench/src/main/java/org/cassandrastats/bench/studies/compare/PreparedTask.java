/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.BatchWriter;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.cli.console.UserError;

/** A task of a candidate, prepared, whose values are bound from rows of the data. */
final class PreparedTask {
  /** Milliseconds of a request. */
  static final String MEDIAN = "p50_ms";

  static final String P95 = "p95_ms";
  static final String P99 = "p99_ms";
  static final String LONGEST = "max_ms";

  /** Requests of a run that were sent, how many of them in a second, and rows that they found. */
  static final String REQUESTS = "requests";

  static final String RATE = "requests_per_s";
  static final String FOUND = "rows_found";

  /** What those requests found that are sent in any time: the same ones of every candidate. */
  static final String FOUND_FIRST = "rows_found_first";

  private static final double NANOS_OF_A_MILLISECOND = 1e6;

  private final CqlSession session;
  private final Candidate candidate;
  private final CandidateTask task;
  private final RowBinding binding;

  private PreparedTask(
      CqlSession session, Candidate candidate, CandidateTask task, RowBinding binding) {
    this.session = session;
    this.candidate = candidate;
    this.task = task;
    this.binding = binding;
  }

  /**
   * Prepares the statements of a task in the keyspace of its candidate.
   *
   * @throws UserError if the server refuses one, naming its line
   */
  static PreparedTask of(
      CqlSession session,
      Candidate candidate,
      CandidateTask task,
      DataRows data,
      ConsistencyLevel level) {
    return new PreparedTask(
        session, candidate, task, RowBinding.of(session, candidate, task, data, level));
  }

  Candidate candidate() {
    return candidate;
  }

  CandidateTask task() {
    return task;
  }

  /**
   * Looks at the values of a row.
   *
   * @throws UserError if a cell is no value of its type, or empty where there has to be one, naming
   *     its line
   */
  void check(DataRow row) {
    binding.check(row);
  }

  /** Carries out the statements of a row, and gives how many rows they found. */
  private CompletionStage<Long> execute(List<BoundStatement> bound) {
    CompletionStage<Long> found = CompletableFuture.completedFuture(0L);
    for (BoundStatement statement : bound) {
      found = found.thenCompose(before -> send(statement).thenCompose(page -> rest(page, before)));
    }
    return found;
  }

  /** Rows have to be there: what was late is inserted again, and the time of that counts. */
  private CompletionStage<AsyncResultSet> send(BoundStatement statement) {
    return task.kind() == CandidateTask.Kind.INSERT
        ? BatchWriter.untilWritten(session, statement)
        : session.executeAsync(statement);
  }

  private static CompletionStage<Long> rest(AsyncResultSet page, long before) {
    long found = before + page.remaining();
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> rest(next, found))
        : CompletableFuture.completedFuture(found);
  }

  /**
   * Carries out the task for each of some rows, and takes the time of each and of all. Values are
   * bound before: texts that have to be parsed are of the file, not of the model.
   *
   * @param inFlight how many requests are on their way at most
   * @param limit when no further request is sent
   * @throws UserError if a cell is no value of its type
   */
  Attempt run(List<DataRow> rows, int inFlight, Duration limit) {
    double[] milliseconds = new double[rows.size()];
    Arrays.fill(milliseconds, Double.NaN);
    long[] found = new long[rows.size()];
    List<List<BoundStatement>> bound = rows.stream().map(binding::bind).toList();
    long start = System.nanoTime();
    try {
      InFlight.each(
          inFlight,
          0,
          rows.size(),
          i -> {
            long begin = System.nanoTime();
            if (begin - start > limit.toNanos()) {
              return CompletableFuture.completedFuture(null);
            }
            return execute(bound.get(i))
                .thenAccept(
                    count -> {
                      milliseconds[i] = (System.nanoTime() - begin) / NANOS_OF_A_MILLISECOND;
                      found[i] = count;
                    });
          });
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
    double seconds = QueryRunner.secondsSince(start);
    Percentiles all = Percentiles.of(milliseconds);
    return Attempt.exact(seconds, null)
        .with(MEDIAN, all.at(50))
        .with(P95, all.at(95))
        .with(P99, all.at(99))
        .with(LONGEST, all.at(100))
        .with(REQUESTS, all.count())
        .with(RATE, all.count() / seconds)
        .with(FOUND, (double) Arrays.stream(found).sum())
        .with(FOUND_FIRST, (double) Arrays.stream(found).limit(inFlight).sum());
  }
}
