/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;

/** Asks for the mean of all rows in each {@link Layout}. */
final class PartitionQueries {
  static final int PAGE_SIZE = 5000;
  static final int AT_A_TIME = 8;

  private static final Duration TIMEOUT = Duration.ofHours(2);

  /** Each part is right to 1e-14; joining a few hundred adds as much again, at most. */
  private static final BigDecimal ALLOWED = new BigDecimal("1e-12");

  private final Target target;
  private final ExactPart exact;
  private final int partitions;

  PartitionQueries(Target target, ExactPart exact, int partitions) {
    this.target = target;
    this.exact = exact;
    this.partitions = partitions;
  }

  Attempt ask(Layout layout, boolean traced) {
    if (layout.isEach()) {
      return askEach(layout.isTokenAware());
    }
    SimpleStatement statement =
        switch (layout) {
          case ONE_TOKEN_AWARE, ONE_ANY_NODE ->
              routed(statement(BenchKeyspace.TABLE, " WHERE sensor = 1"), 1, layout.isTokenAware());
          case IN -> statement(BenchKeyspace.SPLIT, " WHERE sensor IN (" + sensors() + ")");
          default -> statement(BenchKeyspace.SPLIT, "");
        };
    return new Asker(target.session())
        .ask(statement.setTracing(traced), row -> MeasuredAggregate.MEAN.check(row, exact));
  }

  private SimpleStatement statement(String table, String where) {
    return SimpleStatement.newInstance(
            "SELECT "
                + MeasuredAggregate.MEAN.selector(target.functions())
                + " FROM "
                + table
                + where)
        .setPageSize(PAGE_SIZE)
        .setTimeout(TIMEOUT);
  }

  private String sensors() {
    return IntStream.rangeClosed(1, partitions)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", "));
  }

  static SimpleStatement routed(SimpleStatement statement, int sensor, boolean aware) {
    return aware
        ? statement
            .setRoutingKeyspace(
                CqlIdentifier.fromCql(
                    BenchKeyspace.TABLE.substring(0, BenchKeyspace.TABLE.indexOf('.'))))
            .setRoutingKey(TypeCodecs.INT.encode(sensor, ProtocolVersion.DEFAULT))
        : statement;
  }

  /** The means of all partitions, a few at a time, joined by their numbers of rows. */
  private Attempt askEach(boolean aware) {
    CqlSession session = target.session();
    Deque<CompletionStage<AsyncResultSet>> waiting = new ArrayDeque<>();
    long start = System.nanoTime();
    try {
      BigDecimal sum = BigDecimal.ZERO;
      int joined = 0;
      for (int sensor = 1; sensor <= partitions; sensor++) {
        waiting.add(
            session.executeAsync(
                routed(
                    statement(BenchKeyspace.SPLIT, " WHERE sensor = " + sensor), sensor, aware)));
        if (waiting.size() == AT_A_TIME) {
          sum = sum.add(part(waiting.remove(), joined));
          joined++;
        }
      }
      while (!waiting.isEmpty()) {
        sum = sum.add(part(waiting.remove(), joined));
        joined++;
      }
      return checked(sum, Asker.secondsSince(start));
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof DriverException problem) {
        return Attempt.failed(Asker.secondsSince(start), problem);
      }
      throw failed;
    }
  }

  private BigDecimal part(CompletionStage<AsyncResultSet> answer, int partition) {
    // Row i is in the partition i modulo their number.
    int count = (exact.count() - partition + partitions - 1) / partitions;
    double mean = answer.toCompletableFuture().join().one().getDouble(0);
    return new BigDecimal(mean).multiply(BigDecimal.valueOf(count));
  }

  private Attempt checked(BigDecimal sum, double seconds) {
    BigDecimal expected = exact.mean().multiply(BigDecimal.valueOf(exact.count()));
    return sum.subtract(expected).abs().compareTo(expected.abs().multiply(ALLOWED)) <= 0
        ? Attempt.exact(seconds, null)
        : Attempt.wrong(seconds, "the sum is %s instead of %s".formatted(sum, expected));
  }
}
