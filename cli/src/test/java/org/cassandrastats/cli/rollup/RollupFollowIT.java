/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.KilledRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.StartScript;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rollups that are kept up to date by a process that goes on, while rows are written. */
@ExtendWith(NativeNodeExtension.class)
final class RollupFollowIT {
  private static final long SEED = 20261123;
  private static final int SENSORS = 10;
  private static final long FIRST = Instant.parse("2023-06-01T00:00:00Z").toEpochMilli();
  private static final long LAST = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final int SIGTERM = 128 + 15;
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long PAUSE_MILLIS = 50;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_be_as_a_fresh_one_when_it_was_killed_at_random() throws Exception {
    followMonths("flow", 3);
  }

  @Test
  @Tag("extended")
  void should_be_as_a_fresh_one_when_it_was_killed_twenty_times() throws Exception {
    followMonths("stream", 20);
  }

  private void followMonths(String table, int kills) throws Exception {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    node.execute(
        "CREATE TABLE shop.%s (k int, at timestamp, v int, PRIMARY KEY (k, at))".formatted(table));
    String[] months = {"--bucket", "1mo", "--timezone", "Europe/Berlin"};
    List<String> follow =
        line(table, table + "_followed", months, "--follow", "--late", "2000d", "--every", "1s");

    Writer writer = new Writer(table, () -> random(random));
    try {
      for (int kill = 0; kill < kills; kill++) {
        long work = TimeUnit.MILLISECONDS.toNanos(random.nextInt(1500));
        Timer begun = new Timer();
        KilledRun.start(
            directory, () -> begun.isOver(work, () -> !written().isEmpty()), command(follow));
      }
    } finally {
      writer.end();
    }
    CommandLineRun fresh =
        node.run(directory, "rollup", line(table, table + "_fresh", months).toArray(String[]::new));
    assertThat(fresh.exitCode()).as("%s", fresh).isZero();
    List<String> expected = contents(table + "_fresh");
    Process last = new StartScript(directory).start(command(follow).toArray(String[]::new));
    try {
      await(last, () -> contents(table + "_followed").equals(expected));
    } finally {
      last.destroy();
    }

    assertThat(last.waitFor()).isEqualTo(SIGTERM);
    assertThat(written()).last().isEqualTo("Stopped.");
    assertThat(contents(table + "_followed")).isEqualTo(expected).hasSizeGreaterThan(SENSORS);
    assertThat(node.rows("SELECT sum(rows) FROM shop." + table + "_followed").get(0).getLong(0))
        .isEqualTo(node.count(table));
  }

  private static Object[] random(Random random) {
    long at = FIRST + (long) (random.nextDouble() * (LAST - FIRST));
    return new Object[] {random.nextInt(SENSORS), Instant.ofEpochMilli(at), random.nextInt(1000)};
  }

  @Test
  void should_write_a_line_for_each_bucket_that_becomes_complete() throws Exception {
    node.execute("CREATE TABLE shop.live (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    String[] seconds = {"--bucket", "2s", "--lag", "1s"};
    Process process;
    Writer writer = new Writer("live", () -> new Object[] {1, Instant.now(), 1});
    try {
      process =
          new StartScript(directory)
              .start(
                  command(line("live", "live_followed", seconds, "--follow"))
                      .toArray(String[]::new));
      await(process, () -> written().size() >= 4);
    } finally {
      writer.end();
    }
    process.destroy();

    assertThat(process.waitFor()).isEqualTo(SIGTERM);
    List<String> lines = written();
    assertThat(lines).last().isEqualTo("Stopped.");
    List<String> expected = new ArrayList<>();
    for (Row row : node.rows("SELECT bucket, rows FROM shop.live_followed WHERE k = 1")) {
      expected.add("%s %,d rows of 1 partition".formatted(row.getInstant(0), row.getLong(1)));
    }
    assertThat(lines.subList(0, lines.size() - 1)).isEqualTo(expected);
    String end =
        Instant.parse(expected.get(expected.size() - 1).split(" ", 2)[0]).plusSeconds(2).toString();
    CommandLineRun fresh =
        node.run(
            directory,
            "rollup",
            line("live", "live_fresh", seconds, "--until", end).toArray(String[]::new));
    assertThat(fresh.exitCode()).as("%s", fresh).isZero();
    assertThat(contents("live_followed")).isEqualTo(contents("live_fresh"));
  }

  private List<String> command(List<String> line) {
    return node.line(directory, "rollup", "cassandra", "cassandra", line.toArray(String[]::new));
  }

  private static List<String> line(String from, String into, String[] buckets, String... more) {
    List<String> line = new ArrayList<>(List.of("--from", "shop." + from, "--time", "at"));
    line.addAll(List.of(buckets));
    line.addAll(List.of("--state", "moments(v), tdigest(v)", "--into", "shop." + into));
    line.addAll(List.of(more));
    return line;
  }

  private List<String> written() {
    try {
      return Files.readAllLines(directory.resolve("output"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static List<String> contents(String table) {
    return node.rows("SELECT * FROM shop." + table).stream()
        .map(Row::getFormattedContents)
        .toList();
  }

  private void await(Process process, BooleanSupplier condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(process.isAlive()).as("alive: %s", directory.resolve("errors")).isTrue();
      assertThat(System.nanoTime() - start).isLessThan(TIMEOUT_NANOS);
      process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** A time that begins when something is true. */
  private static final class Timer {
    private Long begun;

    boolean isOver(long nanos, BooleanSupplier beginning) {
      if (begun == null && beginning.getAsBoolean()) {
        begun = System.nanoTime();
      }
      return begun != null && System.nanoTime() - begun >= nanos;
    }
  }

  /** Writes rows until it is asked to end. */
  private static final class Writer {
    private static final int AT_ONCE = 20;

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread thread;

    Writer(String table, Supplier<Object[]> rows) {
      thread =
          new Thread(
              () -> {
                while (!ended.get()) {
                  List<Object[]> some = new ArrayList<>();
                  while (some.size() < AT_ONCE) {
                    some.add(rows.get());
                  }
                  node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (?, ?, ?)", some);
                  pause();
                }
              },
              "writer");
      thread.start();
    }

    private static void pause() {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void end() throws InterruptedException {
      ended.set(true);
      thread.join();
    }
  }
}
