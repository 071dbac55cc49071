/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.CassandraStats;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in a process of its own: its memory, and Ctrl-C; and many threads in one. */
@ExtendWith(NativeNodeExtension.class)
final class QueryProcessIT {
  private static final int PARTITIONS = 6000;
  private static final int BINS = 4096;
  private static final int THREADS = 16;
  private static final int STATEMENTS_OF_A_THREAD = 12;
  private static final long SEED = 20261121;

  /** Of given edges, which a state of one value holds, too. */
  private static final String STATE =
      IntStream.rangeClosed(0, BINS)
          .mapToObj(edge -> edge + ".0")
          .collect(Collectors.joining(", ", "stats.histogram(v, [", "])"));

  private static final long STATE_BYTES = 8L * BINS;

  private static NativeNode node;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    session = node.session();
    session.execute("CREATE TABLE shop.wide (k int, c int, v double, PRIMARY KEY (k, c))");
    node.load(
        "INSERT INTO shop.wide (k, c, v) VALUES (?, 0, ?)",
        IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> new Object[] {partition, partition / (double) PARTITIONS})
            .toList());
  }

  /** Starts the command with a heap of 256 MB. */
  private Process start(String statement, String... more) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                CassandraStats.class.getName()));
    line.addAll(node.line(directory, "query", "cassandra", "cassandra", statement));
    line.addAll(List.of(more));
    return new ProcessBuilder(line).redirectError(errors().toFile()).start();
  }

  private Path errors() {
    return directory.resolve("errors");
  }

  @ParameterizedTest
  @ValueSource(strings = {"server", "client"})
  void should_write_more_rows_than_fit_in_memory(String lane) throws Exception {
    Process process =
        start(
            "SELECT k, " + STATE + " FROM shop.wide GROUP BY k", "--format", "csv", "--lane", lane);
    long rows = 0;
    long characters = 0;
    try (BufferedReader reader = process.inputReader()) {
      assertThat(reader.readLine()).startsWith("k,");
      for (String row = reader.readLine(); row != null; row = reader.readLine()) {
        rows++;
        characters += row.length();
      }
    }

    assertThat(process.waitFor()).as("%s", Files.readString(errors())).isZero();
    assertThat(rows).isEqualTo(PARTITIONS);
    assertThat(characters).as("of hexadecimal digits").isGreaterThan(2 * STATE_BYTES * PARTITIONS);
  }

  @Test
  void should_refuse_a_table_of_more_rows_than_it_keeps() throws Exception {
    Process process = start("SELECT k, " + STATE + " FROM shop.wide GROUP BY k");

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readString(errors()))
        .contains("Error: The result takes more than 64 MB after")
        .contains("as CSV or JSON");
    assertThat(process.inputReader().readLine()).isNull();
  }

  @Test
  void should_end_at_once_when_it_is_interrupted_and_go_on_later() throws Exception {
    Path file = directory.resolve("run");
    String statement = "SELECT count(*), " + STATE + " FROM shop.wide";
    String[] options = {
      "--format", "csv", "--resume", file.toString(), "--target-time", "0.002", "--in-flight", "1"
    };
    Process process = start(statement, options);
    while (process.isAlive() && (!Files.exists(file) || Files.size(file) < 5 * STATE_BYTES)) {
      LockSupport.parkNanos(1_000_000);
    }

    // Not SIGINT: what a shell has started in the background ignores it.
    new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("ended by SIGTERM").isEqualTo(143);
    assertThat(process.inputReader().readLine()).isNull();
    assertThat(Files.readString(errors()))
        .contains("Interrupted: no further request is sent")
        .contains("What was read is kept in " + file);
    assertNothingRuns();

    Process again = start(statement, options);
    // A pipe does not hold the row: it has to be read while the process runs.
    try (BufferedReader reader = again.inputReader()) {
      assertThat(reader.readLine()).startsWith("count(*)");
      assertThat(reader.readLine()).startsWith(PARTITIONS + ",0x");
    }
    assertThat(again.waitFor()).as("%s", Files.readString(errors())).isZero();
    assertThat(file).doesNotExist();
  }

  @Test
  void should_answer_many_threads_at_once_from_its_jar() throws Exception {
    for (Class<?> part : List.of(StatsClient.class, CqlFunction.class, MomentsAggregates.class)) {
      assertThat(part.getProtectionDomain().getCodeSource().getLocation().toString())
          .endsWith(".jar");
    }
    SingleQueries queries = new SingleQueries(session);
    List<String> types = List.of("bigint", "timestamp", "text", "timeuuid");
    List<String> statements = new ArrayList<>();
    for (String type : types) {
      String table = "shop.at_once_" + type;
      session.execute(
          "CREATE TABLE %s (k text, c %s, v double, n int, PRIMARY KEY (k, c))"
              .formatted(table, type));
      RandomKeys.load(session, table, type, 1000);
      for (String selectors :
          List.of(
              "count(*), sum(n), min(c), max(v)",
              "stats.histogram_counts(stats.histogram(v, -200, 200, 40)), stats.mean(v)",
              "stats.max_n(v, 5), stats.first(v, n), stats.last(n, n)",
              "stats.ddsketch_count(stats.ddsketch(v, 0.01)), stats.tdigest_max(stats.tdigest(v))")) {
        String select = "SELECT " + selectors + " FROM " + table;
        statements.addAll(List.of(select, select + " WHERE k = 'a'", select + " GROUP BY k"));
      }
    }
    Map<String, List<Row>> expected = new HashMap<>();
    statements.forEach(statement -> expected.put(statement, queries.single(statement)));

    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> runs = new ArrayList<>();
      CountDownLatch start = new CountDownLatch(THREADS);
      for (int thread = 0; thread < THREADS; thread++) {
        List<String> shuffled = new ArrayList<>(statements);
        Collections.shuffle(shuffled, new Random(SEED + thread));
        runs.add(
            threads.submit(
                () -> {
                  start.countDown();
                  start.await();
                  for (String statement : shuffled.subList(0, STATEMENTS_OF_A_THREAD)) {
                    queries.assertSame(statement, expected.get(statement));
                  }
                  return null;
                }));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Cassandra itself tells what it is working on. */
  private static void assertNothingRuns() {
    List<String> tasks = tasks();
    for (int attempt = 0; attempt < 100 && !tasks.isEmpty(); attempt++) {
      LockSupport.parkNanos(100_000_000);
      tasks = tasks();
    }
    assertThat(tasks).isEmpty();
  }

  private static List<String> tasks() {
    List<String> tasks = new ArrayList<>();
    for (Row row : session.execute("SELECT task FROM system_views.queries")) {
      if (row.getString("task").contains("shop.wide")) {
        tasks.add(row.getString("task"));
      }
    }
    return tasks;
  }
}
