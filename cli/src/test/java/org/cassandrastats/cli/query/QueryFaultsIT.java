/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What becomes of a run over a whole table of three nodes while something happens to a node: the
 * result is exact, or the run stops with a message and goes on later.
 */
@Tag("extended")
final class QueryFaultsIT {
  /** Each row is on all nodes. */
  private static final String EVERYWHERE = "everywhere";

  /** Each row is on one node. */
  private static final String ONCE = "once";

  private static final double EARLY = 0.2;
  private static final StatsOptions OPTIONS =
      StatsOptions.standard()
          .withTargetTime(Duration.ofMillis(20))
          .withRetryTimeout(Duration.ofMinutes(4));

  private static ForkedCluster cluster;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void startNodes() {
    cluster =
        ForkedCluster.start(
            ClusterSettings.of(
                3,
                builder ->
                    builder
                        .serverJar(true)
                        .udfsEnabled(false)
                        .heap("512m")
                        // It is the reads that have to tolerate what happens here.
                        .yaml("write_request_timeout", "30s")),
            Console.plain());
    session =
        LocalSessions.builder(List.of(cluster.address(1), cluster.address(2), cluster.address(3)))
            .build();
    Readings.load(session, EVERYWHERE, 3);
    Readings.load(session, ONCE, 1);
    for (int node = 1; node <= cluster.size(); node++) {
      // A node that is killed is to find all this again.
      for (String keyspace : List.of("system_schema", EVERYWHERE, ONCE)) {
        cluster.compact(node, keyspace);
      }
    }
  }

  @AfterAll
  static void stopNodes() {
    if (session != null) {
      session.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Does something once a part of the table is read, and notes that there was more to come. */
  private static final class Fault implements StatsListener {
    private final Runnable action;
    private final AtomicBoolean happened = new AtomicBoolean();

    Fault(Runnable action) {
      this.action = action;
    }

    @Override
    public void reached(StatsProgress progress) {
      if (progress.part() > EARLY && progress.part() < 1 - EARLY && !happened.getAndSet(true)) {
        action.run();
      }
    }

    void assertHappened() {
      assertThat(happened).as("something happened while most was still to be read").isTrue();
    }
  }

  private static StatsResult run(String keyspace, StatsOptions options, StatsListener listener) {
    return StatsClient.of(session).run(StatsQuery.of(Readings.select(keyspace)), options, listener);
  }

  private static StatsResult exactDespite(String keyspace, Runnable action) {
    Fault fault = new Fault(action);
    StatsResult result = run(keyspace, OPTIONS, fault);
    fault.assertHappened();
    Readings.assertExact(result.row());
    System.err.println(result.statistics());
    return result;
  }

  private static void exactMinutesDespite(String keyspace, Lane lane, Runnable action) {
    Fault fault = new Fault(action);
    StatsResult result =
        StatsClient.of(session)
            .run(Readings.minutes(keyspace, Readings.PARTITIONS), OPTIONS.withLane(lane), fault);
    fault.assertHappened();
    Readings.assertExactMinutes(result.rows(), Readings.PARTITIONS);
    System.err.println(result.statistics());
  }

  private static void kill(int node) {
    ProcessHandle process = forked(node).process();
    process.destroyForcibly();
    process.onExit().join();
  }

  private static Node forked(int node) {
    return cluster.forked().stream()
        .filter(forked -> forked.address().equals(cluster.address(node)))
        .findFirst()
        .orElseThrow();
  }

  private static void restart(int node) {
    cluster.stop(node);
    cluster.start(node);
  }

  private static void signal(int node, String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(forked(node).process().pid()))
          .inheritIO()
          .start()
          .waitFor();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause(int node, long millis) {
    signal(node, "STOP");
    try {
      sleep(millis);
    } finally {
      signal(node, "CONT");
    }
  }

  @Test
  void should_go_on_with_the_other_replicas_when_a_node_is_killed() {
    exactDespite(EVERYWHERE, () -> kill(3));

    assertThat(cluster.isRunning(3)).isFalse();
    restart(3);
  }

  @Test
  void should_stop_and_resume_when_the_only_replica_is_killed() {
    Path file = directory.resolve("run");
    StatsOptions options = OPTIONS.withRetryTimeout(Duration.ofSeconds(5)).withResumeFile(file);
    Fault fault = new Fault(() -> kill(2));

    assertThatThrownBy(() -> run(ONCE, options, fault))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("for 5 s");
    fault.assertHappened();
    assertThat(file).exists();
    restart(2);

    long[] before = {0};
    StatsResult result =
        run(
            ONCE,
            OPTIONS.withResumeFile(file),
            progress -> before[0] = Math.max(before[0], progress.rowsBefore()));

    Readings.assertExact(result.row());
    assertThat(before[0]).as("rows that were not read again").isPositive();
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER", "CLIENT"})
  void should_group_exactly_with_the_other_replicas_when_a_node_is_killed(Lane lane) {
    exactMinutesDespite(EVERYWHERE, lane, () -> kill(3));

    restart(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER", "CLIENT"})
  void should_group_exactly_while_the_only_replica_is_paused(Lane lane) {
    CompletableFuture<?>[] paused = {null};

    exactMinutesDespite(
        ONCE, lane, () -> paused[0] = CompletableFuture.runAsync(() -> pause(2, 20_000)));

    paused[0].join();
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER", "CLIENT"})
  void should_resume_groups_when_the_only_replica_was_killed(Lane lane) {
    Path file = directory.resolve("groups");
    StatsOptions options =
        OPTIONS.withLane(lane).withRetryTimeout(Duration.ofSeconds(5)).withResumeFile(file);
    Fault fault = new Fault(() -> kill(2));
    StatsClient client = StatsClient.of(session);

    assertThatThrownBy(
            () -> client.run(Readings.minutes(ONCE, Readings.PARTITIONS), options, fault))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("for 5 s");
    fault.assertHappened();
    assertThat(file).exists();
    restart(2);
    long[] before = {0};
    StatsResult result =
        client.run(
            Readings.minutes(ONCE, Readings.PARTITIONS),
            OPTIONS.withLane(lane).withResumeFile(file),
            progress -> before[0] = Math.max(before[0], progress.rowsBefore()));

    Readings.assertExactMinutes(result.rows(), Readings.PARTITIONS);
    assertThat(before[0]).as("rows that were not read again").isPositive();
  }

  @Test
  void should_wait_for_the_only_replica_while_it_restarts() {
    CompletableFuture<?>[] restarted = {null};

    StatsResult result =
        exactDespite(
            ONCE,
            () -> {
              kill(2);
              restarted[0] = CompletableFuture.runAsync(() -> restart(2));
            });

    restarted[0].join();
    assertThat(result.statistics().failedRequests()).isPositive();
  }

  @Test
  void should_tolerate_a_paused_node() {
    CompletableFuture<?>[] paused = {null};

    exactDespite(EVERYWHERE, () -> paused[0] = CompletableFuture.runAsync(() -> pause(2, 30_000)));

    paused[0].join();
  }

  @Test
  void should_tolerate_that_the_only_replica_is_paused() {
    CompletableFuture<?>[] paused = {null};

    exactDespite(ONCE, () -> paused[0] = CompletableFuture.runAsync(() -> pause(2, 20_000)));

    paused[0].join();
  }

  /** Does something over and over during a run. */
  private static void exactDuring(String keyspace, IntConsumer action, Runnable once) {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger times = new AtomicInteger();
    CompletableFuture<Void> repeated =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                action.accept(times.getAndIncrement());
              }
            });
    try {
      exactDespite(keyspace, once);
    } finally {
      over.set(true);
      repeated.join();
    }
    assertThat(times).as("how often").hasPositiveValue();
  }

  @Test
  void should_tolerate_a_slow_node() {
    exactDuring(
        ONCE,
        time -> {
          pause(1, 400);
          sleep(100);
        },
        () -> {});
  }

  private static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void should_tolerate_flushes_compactions_and_a_new_column() {
    exactDuring(
        EVERYWHERE,
        time -> {
          // What was there is written again, so that there is something to flush and to compact.
          Readings.write(session, EVERYWHERE, time % Readings.PARTITIONS);
          cluster.compact(1 + time % cluster.size(), EVERYWHERE);
        },
        () -> session.execute("ALTER TABLE everywhere.readings ADD note text"));
  }
}
