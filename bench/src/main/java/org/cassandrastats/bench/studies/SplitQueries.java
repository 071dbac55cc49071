/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.client.RunStatistics;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.udf.histogram.Histogram;

/** Asks for count, mean, histogram and t-digest of the same rows, by one request or by many. */
final class SplitQueries {
  static final String REQUESTS = "requests";
  static final String REPEATED = "repeated requests";
  static final String MEDIAN_REQUEST = "median request";
  static final String SLOW_REQUEST = "request p99";
  static final String LONGEST_REQUEST = "longest request";

  private static final Duration TIMEOUT = Duration.ofHours(2);
  private static final int BINS = 40;

  /** Each part is right to 1e-14; joining thousands adds a little. */
  private static final double MEAN_ERROR = 1e-12;

  private final Target target;
  private final CqlSession session;
  private final ExactPart exact;
  private final StatsOptions options;

  SplitQueries(Target target, ExactPart exact, StatsOptions options) {
    this.target = target;
    this.session = target.session();
    this.exact = exact;
    this.options =
        options.withFunctionsKeyspace(CqlIdentifier.fromCql(target.functions()).asInternal());
    // A session of the commands for operators reads no schema, the client needs it.
    session.setSchemaMetadataEnabled(true).toCompletableFuture().join();
    session.refreshSchema();
  }

  Attempt ask(Extent extent, AnswerMethod way) {
    target.management().forEach(management -> management.setDeadlines(way.deadlines()));
    return way == AnswerMethod.SPLIT ? split(extent) : single(extent);
  }

  private String statement(Extent extent) {
    String functions = target.functions();
    return String.format(
        Locale.ROOT,
        "SELECT count(*), %s.mean(value), %s.histogram(value, %s, %s, %d), %s.tdigest(value) FROM %s",
        functions,
        functions,
        Double.toString(exact.minimum()),
        Double.toString(Math.nextUp(exact.maximum())),
        BINS,
        functions,
        extent == Extent.PARTITION
            ? BenchKeyspace.TABLE + " WHERE sensor = 1"
            : BenchKeyspace.SPLIT);
  }

  private Attempt single(Extent extent) {
    SimpleStatement statement =
        SimpleStatement.newInstance(statement(extent))
            .setPageSize(options.pageSize())
            .setTimeout(TIMEOUT);
    return new Asker(session)
        .ask(
            PartitionQueries.routed(statement, 1, extent == Extent.PARTITION),
            row ->
                check(
                    row.getLong(0),
                    row.getDouble(1),
                    row.getBytesUnsafe(2),
                    row.getBytesUnsafe(3)));
  }

  private Attempt split(Extent extent) {
    long start = System.nanoTime();
    StatsResult result;
    try {
      result =
          StatsClient.of(session).run(StatsQuery.of(statement(extent)), options, progress -> {});
    } catch (StatsException failed) {
      return Attempt.failed(Asker.secondsSince(start), failed);
    }
    double seconds = Asker.secondsSince(start);
    StatsRow row = result.row();
    Optional<String> wrong =
        check(
            (Long) row.get(0),
            (Double) row.get(1),
            (ByteBuffer) row.get(2),
            (ByteBuffer) row.get(3));
    RunStatistics statistics = result.statistics();
    return Attempt.of(seconds, wrong)
        .with(REQUESTS, (double) statistics.requests())
        .with(REPEATED, (double) statistics.failedRequests())
        .with(MEDIAN_REQUEST, seconds(statistics.medianTime()))
        .with(SLOW_REQUEST, seconds(statistics.slowTime()))
        .with(LONGEST_REQUEST, seconds(statistics.longestTime()));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private Optional<String> check(long count, double mean, ByteBuffer histogram, ByteBuffer digest) {
    if (count != exact.count()) {
      return Optional.of("the count is %d instead of %d".formatted(count, exact.count()));
    }
    return MeasuredAggregate.checkMean(mean, exact.mean(), MEAN_ERROR)
        .or(() -> checkHistogram(histogram))
        .or(() -> MeasuredAggregate.checkDigest(digest, exact));
  }

  private Optional<String> checkHistogram(ByteBuffer histogram) {
    List<Double> edges = Histogram.edges(histogram);
    List<Long> counts = Histogram.counts(histogram);
    for (int bin = 0; bin < counts.size(); bin++) {
      long expected =
          (long) exact.valuesBelow(edges.get(bin + 1)) - exact.valuesBelow(edges.get(bin));
      if (counts.get(bin) != expected) {
        return Optional.of(
            "bin %d holds %d values instead of %d".formatted(bin, counts.get(bin), expected));
      }
    }
    return Optional.empty();
  }
}
