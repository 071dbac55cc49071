/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.math3.stat.StatUtils;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** Looks at the heap of a node, after collections, while it groups. */
final class HeapRuns {
  private static final double MEGABYTE = 1024 * 1024;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final CqlSession session;
  private final NodeManagement management;
  private final Console console;
  private final Duration length;

  /**
   * Measurements on a node.
   *
   * @param length how long a query is repeated
   */
  HeapRuns(CqlSession session, NodeManagement management, Console console, Duration length) {
    this.session = session;
    this.management = management;
    this.console = console;
    this.length = length;
  }

  List<HeapUse> run(List<Contender> contenders, List<Integer> sizes) {
    List<HeapUse> uses = new ArrayList<>();
    try (Progress progress =
        console.progress("Heap", (long) contenders.size() * sizes.size(), "queries")) {
      for (Contender contender : contenders) {
        for (int groups : sizes) {
          uses.add(run(contender, groups));
          progress.reached(uses.size());
        }
      }
    }
    return uses;
  }

  private HeapUse run(Contender contender, int groups) {
    String query = GroupedPartitions.query(contender, groups);
    long before = management.allocatedBytes();
    TimedAnswer.await(session, query);
    double allocated = (double) (management.allocatedBytes() - before) / groups;

    double idle = management.liveBytes() / MEGABYTE;
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger queries = new AtomicInteger();
    CompletableFuture<Void> asking =
        CompletableFuture.runAsync(
            () -> {
              while (!ended.get()) {
                TimedAnswer.await(session, query);
                queries.incrementAndGet();
              }
            });
    List<Double> used = new ArrayList<>();
    long end = System.nanoTime() + length.toNanos();
    // A failed query must not leave us looking at an idle node.
    while (!asking.isDone() && (System.nanoTime() < end || queries.get() == 0)) {
      used.add(management.liveBytes() / MEGABYTE);
      // One collection after the other would leave the query no time.
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    ended.set(true);
    asking.join();
    double[] megabytes = used.stream().mapToDouble(Double::doubleValue).toArray();
    return new HeapUse(
        contender.name(),
        groups,
        queries.get(),
        megabytes.length,
        idle,
        StatUtils.percentile(megabytes, 50),
        StatUtils.max(megabytes),
        allocated);
  }
}
