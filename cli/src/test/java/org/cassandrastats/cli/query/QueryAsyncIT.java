/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.metrics.Metrics;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.WatchedSession;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Queries that run while the application does something else, and what the driver counts of them.
 */
@ExtendWith(NativeNodeExtension.class)
final class QueryAsyncIT {
  private static final int ROWS = 4_000;
  private static final int PARTITIONS = 200;
  private static final long LONGEST_WAIT_SECONDS = 60;
  private static final String OF_PARTITION =
      "SELECT count(*), sum(n) AS s FROM shop.async WHERE k = 1";
  private static final String EACH = "SELECT k, count(*) FROM shop.async_many GROUP BY k";

  private static NativeNode loaded;
  private static CqlSession session;
  private static CqlSession withoutMetrics;

  private WatchedSession counted =
      WatchedSession.counting(session, cql -> cql.contains("count(*)"));

  @BeforeAll
  static void load(NativeNode node) {
    loaded = node;
    withoutMetrics = node.session();
    session =
        node.node()
            .sessionBuilder()
            .withConfigLoader(
                LocalSessions.configuration()
                    .withStringList(
                        DefaultDriverOption.METRICS_SESSION_ENABLED, List.of("cql-requests"))
                    .build())
            .build();
    node.execute("CREATE TABLE shop.async (k int, c int, n int, PRIMARY KEY (k, c))");
    node.load(
        "INSERT INTO shop.async (k, c, n) VALUES (1, ?, ?)",
        IntStream.range(0, ROWS).mapToObj(row -> new Object[] {row, row % 10}).toList());
    node.execute("CREATE TABLE shop.async_many (k int, c int, PRIMARY KEY (k, c))");
    node.load(
        "INSERT INTO shop.async_many (k, c) VALUES (?, 0)",
        IntStream.range(0, PARTITIONS).mapToObj(key -> new Object[] {key}).toList());
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static StatsOptions narrow(int inFlight) {
    return StatsOptions.standard()
        .withTargetTime(Duration.ofMillis(2))
        .withInFlightPerNode(inFlight)
        .withLane(Lane.SERVER);
  }

  private static void assertAll(StatsResult result) {
    assertThat(result.row().get(0)).isEqualTo((long) ROWS);
    assertThat(result.row().get("s")).isEqualTo(ROWS / 10 * 45);
  }

  @Test
  void should_answer_later_or_tell_why_not() {
    StatsClient client = StatsClient.of(session);

    assertAll(client.runAsync(StatsQuery.of(OF_PARTITION)).join());

    assertThatThrownBy(client.runAsync(StatsQuery.of("SELECT n FROM shop.async"))::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(StatsException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Lane.class,
      names = {"SERVER", "CLIENT"})
  void should_send_nothing_more_when_it_is_cancelled(Lane lane) throws Exception {
    String asked = lane == Lane.SERVER ? "count(*)" : "SELECT n ";
    counted = WatchedSession.counting(session, cql -> cql.contains(asked));
    StatsClient client = StatsClient.of(counted.session());
    CountDownLatch begun = new CountDownLatch(3);
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch never = new CountDownLatch(1);
    CompletableFuture<StatsResult> future =
        client.runAsync(
            StatsQuery.of(OF_PARTITION),
            narrow(2).withLane(lane),
            progress -> {
              begun.countDown();
              if (begun.getCount() == 0) {
                try {
                  never.await();
                } catch (InterruptedException ended) {
                  interrupted.set(true);
                }
              }
            });
    await(begun, future);

    assertThat(future.cancel(true)).isTrue();
    awaitNoRun();

    assertThat(interrupted).as("what the listener waits for").isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    int sent = counted.sent();
    // The slots are free again, and none of the requests that follow are of the first run.
    StatsResult result =
        client.run(StatsQuery.of(OF_PARTITION), narrow(2).withLane(lane), progress -> {});
    assertAll(result);
    assertThat(sent).isGreaterThanOrEqualTo(3);
    assertThat((long) counted.sent()).isEqualTo(sent + result.statistics().requests());
  }

  /** Waits for what a run does before it ends. */
  private static void await(CountDownLatch latch, CompletableFuture<StatsResult> run)
      throws InterruptedException {
    for (int second = 0; !latch.await(1, TimeUnit.SECONDS); second++) {
      assertThat(run).isNotDone();
      assertThat((long) second).isLessThan(LONGEST_WAIT_SECONDS);
    }
  }

  /** Waits until no thread of a run is left. */
  private static void awaitNoRun() {
    long start = System.nanoTime();
    while (runs() > 0) {
      assertThat(System.nanoTime() - start)
          .isLessThan(TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS));
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static long runs() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cassandra-stats query"))
        .count();
  }

  @Test
  void should_end_when_its_time_is_over() {
    StatsClient client = StatsClient.of(counted.session());
    CountDownLatch never = new CountDownLatch(1);
    CompletableFuture<StatsResult> future =
        client
            .streamAsync(StatsQuery.of(EACH), narrow(1), progress -> {}, row -> await(never))
            .orTimeout(100, TimeUnit.MILLISECONDS);

    assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutException.class);
    awaitNoRun();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** A stage that is complete already runs what is added to it in the thread that adds it. */
  @Test
  void should_refuse_to_run_on_a_thread_of_the_driver() {
    StatsClient client = StatsClient.of(counted.session());
    Future<StatsResult> ofTheDriver =
        ((InternalDriverContext) session.getContext())
            .getNettyOptions()
            .ioEventLoopGroup()
            .submit(() -> client.run(StatsQuery.of(EACH)));

    assertThatThrownBy(() -> ofTheDriver.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS))
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("synchronous API call on a driver thread");
  }

  @Test
  void should_read_no_further_than_whoever_takes_the_rows() throws InterruptedException {
    StatsClient client = StatsClient.of(counted.session());
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch wanted = new CountDownLatch(1);
    AtomicInteger sent = new AtomicInteger();
    List<Object> keys = new ArrayList<>();
    CompletableFuture<StatsResult> future =
        client.streamAsync(
            StatsQuery.of(EACH),
            narrow(3),
            progress -> {},
            row -> {
              if (keys.isEmpty()) {
                sent.set(counted.sent());
                first.countDown();
                await(wanted);
              }
              keys.add(row.get("k"));
            });
    await(first, future);
    long others = awaitOthers();

    assertThat((long) counted.sent() - sent.get()).isLessThanOrEqualTo(others);
    assertThat(future).isNotDone();
    wanted.countDown();

    assertThat(future.join().statistics().requests()).isGreaterThan(2 * others);
    assertThat(keys).hasSize(PARTITIONS).doesNotHaveDuplicates();
  }

  /**
   * Waits until all threads of a run wait for the one that takes a row, but the one that waits for
   * all of them.
   *
   * @return how many they are
   */
  private static long awaitOthers() {
    long start = System.nanoTime();
    while (blocked() < runs() - 2) {
      assertThat(System.nanoTime() - start)
          .isLessThan(TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS));
      LockSupport.parkNanos(1_000_000);
    }
    return runs() - 2;
  }

  private static long blocked() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cassandra-stats query"))
        .filter(thread -> thread.getState() == Thread.State.BLOCKED)
        .count();
  }

  @Test
  void should_bound_the_requests_of_all_queries_together() {
    StatsClient client = StatsClient.of(counted.session());
    List<CompletableFuture<StatsResult>> futures = new ArrayList<>();
    for (int query = 0; query < 24; query++) {
      futures.add(
          client.runAsync(StatsQuery.of(OF_PARTITION), narrow(1 + query % 3), progress -> {}));
    }

    long requests = 0;
    for (CompletableFuture<StatsResult> future : futures) {
      StatsResult result = future.join();
      assertAll(result);
      requests += result.statistics().requests();
    }
    assertThat(counted.mostInFlight()).isBetween(2, 3);
    assertThat((long) counted.sent()).isEqualTo(requests).isGreaterThan(24);
  }

  @Test
  void should_count_in_the_registry_of_the_driver_what_was_sent() {
    MetricRegistry registry = session.getMetrics().map(Metrics::getRegistry).orElseThrow();
    String prefix = session.getName() + ".cassandra-stats.";
    long queries = registry.timer(prefix + "queries").getCount();
    long requests = registry.timer(prefix + "requests").getCount();
    long rows = registry.counter(prefix + "rows").getCount();
    long failed = registry.counter(prefix + "failed-queries").getCount();
    StatsClient client = StatsClient.of(counted.session());

    StatsProgress[] last = new StatsProgress[1];
    StatsResult result =
        client.run(StatsQuery.of(OF_PARTITION), narrow(2), progress -> last[0] = progress);
    assertThatThrownBy(() -> client.run(StatsQuery.of("SELECT n FROM shop.async")))
        .isInstanceOf(StatsException.class);

    assertThat(registry.timer(prefix + "requests").getCount() - requests)
        .isEqualTo(result.statistics().requests())
        .isEqualTo(last[0].requests())
        .isEqualTo(counted.sent());
    assertThat(registry.counter(prefix + "rows").getCount() - rows).isEqualTo(ROWS);
    assertThat(registry.timer(prefix + "queries").getCount() - queries).isOne();
    assertThat(registry.counter(prefix + "failed-queries").getCount() - failed).isOne();
    assertThat(registry.counter(prefix + "requests-in-flight").getCount()).isZero();
    assertThat(registry.getNames()).filteredOn(name -> name.startsWith(prefix)).isNotEmpty();
  }

  @Test
  void should_need_no_metrics() {
    assertThat(withoutMetrics.getMetrics()).isEmpty();

    assertAll(StatsClient.of(withoutMetrics).run(StatsQuery.of(OF_PARTITION)));
  }

  @Test
  void should_read_a_table_that_the_driver_has_not_heard_of() {
    try (CqlSession deaf =
        loaded
            .node()
            .sessionBuilder()
            .withConfigLoader(
                LocalSessions.configuration()
                    .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofHours(1))
                    .build())
            .build()) {
      loaded.execute("CREATE TABLE shop.unheard (k int PRIMARY KEY)");
      loaded.execute("INSERT INTO shop.unheard (k) VALUES (1)");

      StatsResult result =
          StatsClient.of(deaf).run(StatsQuery.of("SELECT count(*) FROM shop.unheard"));

      assertThat(result.row().get(0)).isEqualTo(1L);
    }
  }
}
