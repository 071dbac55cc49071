/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.BatchWriter;
import org.cassandrastats.bench.run.Percentiles;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.Background;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.NodeManagement;
import org.cassandrastats.cli.console.Progress;

/** The queries of {@link LanesStudy} on a node: beside the built-in average, and over groups. */
record LaneQueries(Workbench bench) {
  static final int ROWS_OF_A_GROUP = 10;
  static final int PAGE_SIZE = 5000;
  private static final String GROUPED = BenchKeyspace.table("grouped");
  private static final int ROWS_PER_BATCH = 200;
  private static final int BATCHES_IN_FLIGHT = 16;
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final double MEGABYTE = 1024 * 1024;

  /** Partitions of small groups; the key of a partition is the number of its groups. */
  void loadGroups(Collection<Integer> sizes, SplittableRandom random) {
    BenchKeyspace.createTable(
        bench.session(),
        GROUPED,
        "groups int, bucket int, at bigint, value double, PRIMARY KEY (groups, bucket, at)");
    PreparedStatement insert =
        bench
            .session()
            .prepare("INSERT INTO " + GROUPED + " (groups, bucket, at, value) VALUES (?, ?, ?, ?)");
    BatchWriter writer =
        new BatchWriter(bench.target(), ConsistencyLevel.ALL, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    for (int size : sizes) {
      try (Progress progress = bench.console().progress("Loading", size, "groups")) {
        for (int group = 0; group < size; group++) {
          for (long row = 0; row < ROWS_OF_A_GROUP; row++) {
            writer.add(size, insert.bind(size, group, row, random.nextDouble(20, 21)));
          }
          progress.reached(group + 1L);
        }
      }
    }
    writer.finish();
  }

  /** What a query over so many groups reads. */
  static String groups(int count) {
    return GROUPED + " WHERE groups = " + count + " GROUP BY groups, bucket";
  }

  private Attempt ask(AggregateCall call, String from) {
    return bench.askAll(
        Workbench.statement("SELECT %s FROM %s".formatted(call.selector(), from), PAGE_SIZE),
        found -> found.isEmpty() ? Optional.of("there are no rows") : Optional.empty());
  }

  /** Asks each query between two of the built-in average over the same rows. */
  Rounds.Question besideAverage(List<AggregateCall> calls, String from) {
    Map<String, AggregateCall> byName =
        calls.stream().collect(Collectors.toMap(AggregateCall::name, Function.identity()));
    AtomicReference<Attempt> last = new AtomicReference<>();
    return (cell, traced) -> {
      Attempt before = last.get() == null ? ask(AggregateCall.AVERAGE, from) : last.get();
      Attempt attempt = ask(byName.get(cell.get(LanesReport.QUERY)), from);
      Attempt after = ask(AggregateCall.AVERAGE, from);
      last.set(after.isExact() ? after : null);
      return Stream.of(before, after)
          .filter(average -> !average.isExact())
          .findFirst()
          .orElse(attempt.with(LanesReport.AVERAGE, (before.seconds() + after.seconds()) / 2));
    };
  }

  /**
   * Looks at the heap of the node, after collections, while a query over groups is answered again
   * and again.
   */
  Attempt heap(AggregateCall call, int count, Duration length) {
    NodeManagement management = bench.management();
    String from = groups(count);
    long before = management.allocatedBytes();
    Attempt first = ask(call, from);
    double allocated = (double) (management.allocatedBytes() - before) / count;
    double idle = megabytesInUse(management);
    AtomicInteger queries = new AtomicInteger();
    List<Double> used = new ArrayList<>();
    Background asking =
        Background.start(
            "queries over groups",
            () -> {
              ask(call, from);
              queries.incrementAndGet();
            });
    long end = System.nanoTime() + length.toNanos();
    while (System.nanoTime() < end || queries.get() == 0) {
      used.add(megabytesInUse(management));
      // One collection after the other would leave the query no time.
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    asking.close();
    Percentiles sample = Percentiles.of(used.stream().mapToDouble(Double::doubleValue).toArray());
    return first
        .with(LanesReport.QUERIES, queries.get())
        .with(LanesReport.COLLECTIONS, sample.count())
        .with(LanesReport.IDLE_MEGABYTES, idle)
        .with(LanesReport.MEDIAN_MEGABYTES, sample.at(50))
        .with(LanesReport.LARGEST_MEGABYTES, sample.at(100))
        .with(LanesReport.ALLOCATED_BYTES, allocated);
  }

  private static double megabytesInUse(NodeManagement management) {
    management.collectGarbage();
    return management.heapBytes() / MEGABYTE;
  }
}
