/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.StartScript;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs that are paused between reading and writing, as by a garbage collection or when a virtual
 * machine is moved, while rows come late and another run computes all buckets again.
 */
@Tag("extended")
@ExtendWith(NativeNodeExtension.class)
final class RollupPausedIT {
  private static final long HOUR = 3_600_000;
  private static final int PARTITIONS = 20;
  private static final int HOURS = 40;
  private static final int ROWS_OF_AN_HOUR = 8;
  private static final int BUCKETS = PARTITIONS * HOURS;
  private static final int PAUSE_AFTER = 150;

  private static final int TRIALS = 20;
  private static final int AT_ONCE = 7;
  private static final int ATTEMPTS = 20;

  /** Few, since all trials load the node at the same time. */
  private static final int LOADED_AT_ONCE = 32;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 12, 30})
  void should_leave_no_bucket_behind_when_a_run_is_paused(int seconds) {
    ExecutorService trials = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<CompletableFuture<Integer>> behind = new ArrayList<>();
      for (int trial = 0; trial < TRIALS; trial++) {
        String table = "pause_%d_%d".formatted(seconds, trial);
        behind.add(CompletableFuture.supplyAsync(() -> behind(table, seconds), trials));
      }

      assertThat(behind.stream().map(CompletableFuture::join).toList())
          .isEqualTo(Collections.nCopies(TRIALS, 0));
    } finally {
      trials.shutdownNow();
    }
  }

  /** How many buckets lack the row that came late, after the paused run has gone on. */
  private int behind(String name, int seconds) {
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        String table = name + "_" + attempt;
        node.execute(
            "CREATE TABLE shop.%s (k int, at timestamp, v int, PRIMARY KEY (k, at))"
                .formatted(table));
        load(table, ROWS_OF_AN_HOUR, 0);
        Path files = Files.createDirectories(directory.resolve(table));
        Process early = start(files, table);
        try {
          if (pause(early, table)) {
            return afterPause(early, files, table, Duration.ofSeconds(seconds));
          }
        } finally {
          signal("KILL", early);
        }
      }
      throw new IllegalStateException("no run was paused before it had written all buckets");
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Process start(Path files, String table) throws Exception {
    List<String> line =
        node.line(files, "rollup", "cassandra", "cassandra", arguments(table, "--in-flight", "16"));
    return new StartScript(files).start(line.toArray(String[]::new));
  }

  private static String[] arguments(String table, String... more) {
    return RollupLine.of(table, table + "_hourly", "moments(v)", more);
  }

  /** Pauses a run amidst its buckets; false where it is over, and shows nothing. */
  private static boolean pause(Process early, String table) throws Exception {
    while (early.isAlive() && node.count(table + "_hourly") < PAUSE_AFTER) {
      early.waitFor(20, TimeUnit.MILLISECONDS);
    }
    signal("STOP", early);
    return early.isAlive() && node.count(table + "_hourly") < BUCKETS;
  }

  private static int afterPause(Process early, Path files, String table, Duration pause)
      throws Exception {
    Instant end = Instant.now().plus(pause);
    load(table, 1, HOUR / ROWS_OF_AN_HOUR / 2);
    CommandLineRun later =
        node.run(
            files,
            "rollup",
            arguments(
                table,
                "--recompute",
                "1970-01-01T00:00:00Z",
                Instant.ofEpochMilli(HOURS * HOUR).toString()));
    assertThat(later.out()).startsWith(BUCKETS + " buckets of");
    Thread.sleep(Math.max(0, Duration.between(Instant.now(), end).toMillis()));
    signal("CONT", early);
    assertThat(early.waitFor()).isZero();
    List<Long> rows =
        node.rows("SELECT rows FROM shop.%s_hourly".formatted(table)).stream()
            .map(row -> row.getLong(0))
            .toList();
    assertThat(rows).hasSize(BUCKETS);
    return (int) rows.stream().filter(count -> count != ROWS_OF_AN_HOUR + 1).count();
  }

  /** One at a time: a connection takes no more requests. */
  private static synchronized void load(String table, int rowsOfAnHour, long offset) {
    List<Object[]> rows = new ArrayList<>();
    for (int k = 0; k < PARTITIONS; k++) {
      for (int row = 0; row < HOURS * rowsOfAnHour; row++) {
        rows.add(new Object[] {k, Instant.ofEpochMilli(row * HOUR / rowsOfAnHour + offset), row});
      }
    }
    for (int from = 0; from < rows.size(); from += LOADED_AT_ONCE) {
      node.load(
          "INSERT INTO shop." + table + " (k, at, v) VALUES (?, ?, ?)",
          rows.subList(from, Math.min(rows.size(), from + LOADED_AT_ONCE)));
    }
  }

  private static void signal(String name, Process process) throws Exception {
    List<String> line = new ArrayList<>(List.of("kill", "-" + name));
    Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .filter(ProcessHandle::isAlive)
        .forEach(handle -> line.add(String.valueOf(handle.pid())));
    if (line.size() > 2) {
      new ProcessBuilder(line).start().waitFor();
    }
  }
}
