/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.NodeManagement;
import org.cassandrastats.bench.target.Target;

/** Asks for aggregates while another user reads single rows, and watches the node's heap. */
final class StateQueries {
  static final String HEAP = "heap_mib";
  static final String COLLECTING = "garbage_collection_ms";
  static final String OTHER_MEDIAN = "other_queries_median_ms";
  static final String OTHER_NEARLY_ALL = "other_queries_p99_ms";
  static final String OTHER_LONGEST = "other_queries_longest_ms";

  private static final int PAGE_SIZE = 5000;
  private static final double MIB = 1L << 20;
  private static final Duration NOTHING = Duration.ofSeconds(1);

  private final Target target;
  private final NodeManagement management;

  StateQueries(Target target) {
    this.target = target;
    this.management = target.management().get(0);
  }

  /** Makes the aggregate that many a blog post shows: it collects all values and sorts them. */
  void createList() {
    String functions = target.functions();
    run(
        "CREATE OR REPLACE FUNCTION "
            + functions
            + ".bench_collect (state list<double>, value double) RETURNS NULL ON NULL INPUT"
            + " RETURNS list<double> LANGUAGE java AS 'state.add(value); return state;'");
    run(
        "CREATE OR REPLACE FUNCTION "
            + functions
            + ".bench_upper_median (state list<double>) RETURNS NULL ON NULL INPUT RETURNS double"
            + " LANGUAGE java AS 'java.util.Collections.sort(state);"
            + " return (double) (Double) state.get(state.size() / 2);'");
    run(
        "CREATE OR REPLACE AGGREGATE "
            + functions
            + ".bench_list (double) SFUNC bench_collect STYPE list<double>"
            + " FINALFUNC bench_upper_median INITCOND []");
  }

  private void run(String cql) {
    target.session().execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofMinutes(1)));
  }

  Attempt ask(StateKind kind, ExactPart exact, boolean traced) {
    management.collectGarbage();
    long heap = management.heapBytes();
    long collecting = management.collectionMillis();
    try (HeapWatch watch = new HeapWatch(management);
        OtherUser other = new OtherUser(target, exact.count())) {
      Attempt attempt = ask(kind, exact, new Asker(target.session()), traced);
      Spread latencies = other.latencies();
      return attempt
          .with(HEAP, (watch.most() - heap) / MIB)
          .with(COLLECTING, (double) (management.collectionMillis() - collecting))
          .with(OTHER_MEDIAN, latencies.median())
          .with(OTHER_NEARLY_ALL, other.percentile(99))
          .with(OTHER_LONGEST, other.percentile(100));
    }
  }

  private Attempt ask(StateKind kind, ExactPart exact, Asker asker, boolean traced) {
    return switch (kind) {
      case NOTHING -> {
        LockSupport.parkNanos(NOTHING.toNanos());
        yield Attempt.exact(NOTHING.toMillis() / 1e3, null);
      }
      case MEAN -> ask(asker, MeasuredAggregate.MEAN, exact, traced);
      case TDIGEST -> ask(asker, MeasuredAggregate.TDIGEST, exact, traced);
      case LIST ->
          asker.ask(
              SimpleStatement.newInstance(
                      "SELECT %s.bench_list(value) FROM %s WHERE sensor = 1 AND at < %d"
                          .formatted(target.functions(), BenchKeyspace.TABLE, exact.count()))
                  .setPageSize(PAGE_SIZE)
                  .setTracing(traced)
                  .setTimeout(Duration.ofHours(2)),
              row -> checkMedian(row, exact));
    };
  }

  private Attempt ask(Asker asker, MeasuredAggregate aggregate, ExactPart exact, boolean traced) {
    return asker.ask(
        Readings.query(target, aggregate, exact.count(), PAGE_SIZE, traced),
        row -> aggregate.check(row, exact));
  }

  private static Optional<String> checkMedian(Row row, ExactPart exact) {
    double expected = exact.sorted(exact.count() / 2);
    return row.getDouble(0) == expected
        ? Optional.empty()
        : Optional.of("the median is %s instead of %s".formatted(row.getDouble(0), expected));
  }
}
