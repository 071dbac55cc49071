/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;

/** Reads a partition whole, or slice by slice. */
final class SliceQueries implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofHours(2);

  private final CqlSession session;
  private final String functions;
  private final ExactColumn column;
  private final int pageSize;
  private final ExecutorService threads;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  SliceQueries(Target target, ExactColumn column, int pageSize, int maxSlices) {
    this.session = target.session();
    this.functions = target.functions();
    this.column = column;
    this.pageSize = pageSize;
    this.threads = Executors.newFixedThreadPool(maxSlices);
  }

  Attempt ask(Slicing slicing) {
    List<BoundStatement> statements =
        slicing.of(column.size()).stream().map(slice -> statement(slicing, slice)).toList();
    long start = System.nanoTime();
    try {
      List<List<Row>> slices =
          slicing.way() == SliceWay.PARALLEL ? parallel(statements) : sequence(statements);
      SlicedAnswer answer = SlicedAnswer.join(slicing.answer(), slices);
      double seconds = Asker.secondsSince(start);
      return Attempt.of(seconds, answer.check(column));
    } catch (DriverException failed) {
      return Attempt.failed(Asker.secondsSince(start), failed);
    }
  }

  private BoundStatement statement(Slicing slicing, Slicing.Slice slice) {
    String cql =
        "SELECT %s FROM %s WHERE sensor = 1%s"
            .formatted(
                slicing.answer().selectors(functions),
                BenchKeyspace.TABLE,
                slicing.slices() == 1 ? "" : " AND at >= ? AND at < ?");
    PreparedStatement statement = prepared.computeIfAbsent(cql, session::prepare);
    BoundStatement bound =
        slicing.slices() == 1 ? statement.bind() : statement.bind(slice.from(), slice.to());
    return bound.setPageSize(pageSize).setTimeout(TIMEOUT);
  }

  private List<List<Row>> sequence(List<BoundStatement> statements) {
    List<List<Row>> slices = new ArrayList<>();
    statements.forEach(statement -> slices.add(session.execute(statement).all()));
    return slices;
  }

  private List<List<Row>> parallel(List<BoundStatement> statements) {
    try {
      List<Callable<List<Row>>> readers = new ArrayList<>();
      statements.forEach(statement -> readers.add(() -> session.execute(statement).all()));
      List<List<Row>> slices = new ArrayList<>();
      for (Future<List<Row>> slice : threads.invokeAll(readers)) {
        slices.add(slice.get());
      }
      return slices;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while slices were read", interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof DriverException problem) {
        throw problem;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
