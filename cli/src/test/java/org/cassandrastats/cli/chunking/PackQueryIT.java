/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions over rows that were packed and deleted, beside the same over rows that are there. */
@ExtendWith(NativeNodeExtension.class)
final class PackQueryIT {
  private static final long SEED = 20261127;
  private static final long FIRST = Instant.parse("2026-02-20T00:00:00Z").toEpochMilli();
  private static final int ROWS = 12_000;
  private static final String COLUMNS =
      "count(*) AS rows, count(v) AS values, min(v) AS least, sum(n) AS total,"
          + " stats.moments_count(stats.moments(v)) AS readings, stats.moments_max(stats.moments(n)) AS most,"
          + " stats.histogram_counts(stats.histogram(v, 0, 100, 10)) AS counts,"
          + " stats.max_by(at, v) AS highest";

  private static NativeNode node;

  @TempDir private Path directory;

  /** Tables without rows, some of which came after they were packed, and the same with all rows. */
  @BeforeAll
  static void load(NativeNode shared, @TempDir Path directory) {
    node = shared;
    System.out.println("seed " + SEED);
    for (String order : List.of("asc", "desc")) {
      Random random = new Random(SEED);
      for (String table : List.of("packed_" + order, "whole_" + order)) {
        node.execute(
            "CREATE TABLE shop.%s (k int, metric text, at timestamp, v double, n int, PRIMARY KEY (k, metric, at)) WITH CLUSTERING ORDER BY (metric ASC, at %s)"
                .formatted(table, order));
      }
      List<Object[]> rows = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        // Some hours have no row.
        long time = FIRST + i * 30_000L + (i / 1000) * 7_200_000L;
        rows.add(row(random, i % 3 == 0 ? 2 : 1, time));
      }
      insert("packed_" + order, rows);
      CommandLineRun run =
          node.run(
              directory,
              "pack",
              "--from",
              "shop.packed_" + order,
              "--time",
              "at",
              "--bucket",
              "1d",
              "--column",
              "v",
              "--column",
              "n",
              "--into",
              "shop.packed_" + order + "_chunks",
              "--delete-rows",
              "--until",
              "2026-02-24T00:00:00Z");
      assertThat(run.exitCode()).as("%s", run).isZero();
      Map<List<Object>, Object[]> last = new HashMap<>();
      rows.forEach(row -> last.put(List.of(row[0], row[2]), row));
      Map<List<Object>, Object[]> late = new HashMap<>();
      for (int i = 0; i < 300; i++) {
        // Of a time that was packed, or of one without a row.
        Object[] same = rows.get(random.nextInt(ROWS));
        long time = ((Instant) same[2]).toEpochMilli() + (i % 2 == 0 ? 0 : 7);
        Object[] row = row(random, (Integer) same[0], time);
        late.put(List.of(row[0], row[2]), row);
      }
      insert("packed_" + order, List.copyOf(late.values()));
      last.putAll(late);
      insert("whole_" + order, List.copyOf(last.values()));
    }
  }

  private static Object[] row(Random random, int key, long time) {
    return new Object[] {
      key, "m", Instant.ofEpochMilli(time), random.nextInt(400) * 0.25, random.nextInt()
    };
  }

  private static void insert(String table, List<Object[]> rows) {
    node.load("INSERT INTO shop." + table + " (k, metric, at, v, n) VALUES (?, ?, ?, ?, ?)", rows);
  }

  /** With # for hours, and * for the columns. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * WHERE k = 1 AND metric = 'm'",
        "SELECT * WHERE k = 1 AND metric = 'none'",
        "SELECT k, * WHERE k IN (1, 2, 3) AND metric = 'm' GROUP BY k",
        "SELECT * WHERE k IN (1, 2) AND metric = 'm'",
        "SELECT k, metric, # AS start, * WHERE k IN (1, 2) AND metric = 'm' GROUP BY k, metric, #",
        "SELECT # AS start, * WHERE k = 1 AND metric = 'm' AND at >= '2026-02-20T07:07Z' AND at < '2026-02-23T09:13Z' GROUP BY k, metric, #",
        "SELECT # AS start, * WHERE k = 1 AND metric = 'm' AND at > '2026-02-22T00:00Z' AND at <= '2026-02-26T00:00Z' GROUP BY k, metric, # LIMIT 30",
        "SELECT # AS start, * WHERE k IN (1, 2) AND metric = 'm' GROUP BY # ORDER BY rows DESC, start LIMIT 9",
        "SELECT * WHERE k = 1 AND metric = 'm' AND at >= '2026-03-20T07:07Z'",
        "SELECT * WHERE k = 1 AND metric = 'm' AND at < '2020-03-20T07:07Z'",
      })
  void should_answer_as_rows_do(String question) {
    for (String order : List.of("asc", "desc")) {
      String statement =
          question
              .replace("*", COLUMNS)
              .replace("WHERE", "FROM shop.%s_" + order + " WHERE")
              .replace("#", "stats.time_bucket('1h', at)");
      String[] fill = question.contains("09:13") ? new String[] {"--fill", "null"} : new String[0];

      CommandLineRun byRows = query(statement.formatted("whole"), fill);
      CommandLineRun byChunks =
          query(
              statement.formatted("packed"),
              Stream.concat(Stream.of(fill), Stream.of("--use-pack")).toArray(String[]::new));

      assertThat(byRows.exitCode()).as("%s", byRows).isZero();
      assertThat(byChunks.exitCode()).as("%s", byChunks).isZero();
      assertThat(byChunks.out()).isEqualTo(byRows.out());
      assertThat(byChunks.error())
          .contains("Answered by the chunks of shop.packed_" + order + "_chunks")
          .doesNotContain("Client lane");
    }
  }

  @Test
  void should_have_deleted_the_rows() {
    assertThat(node.rows("SELECT count(*) FROM shop.packed_asc WHERE k = 1 AND metric = 'm'"))
        .extracting(row -> row.getLong(0))
        .allMatch(count -> count < ROWS / 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*) FROM shop.packed_asc | it names no partitions",
        "SELECT count(*) FROM shop.packed_asc WHERE k = 1 | has chunks of each (k, metric), and the question names no single one",
        "SELECT stats.mean(CAST(v AS double)) FROM shop.packed_asc WHERE k = 1 AND metric = 'm' | does not hold CAST(v AS double): expected at, k, metric, n, v",
        "SELECT count(*) FROM shop.whole_asc WHERE k = 1 AND metric = 'm' | there is no table of chunks of shop.whole_asc",
      })
  void should_refuse_what_chunks_do_not_answer(String statement, String expected) {
    CommandLineRun run = query(statement, "--use-pack");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("Error: Chunks do not answer this, because", expected)
        .hasLineCount(1);
  }

  @Test
  void should_refuse_both_at_once() {
    CommandLineRun run =
        query("SELECT count(*) FROM shop.packed_asc WHERE k = 1", "--use-pack", "--use-rollup");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).contains("--use-pack cannot be combined with --use-rollup.");
  }

  private CommandLineRun query(String statement, String... more) {
    List<String> line = new ArrayList<>(List.of("--format", "csv", statement));
    line.addAll(List.of(more));
    return node.run(directory, "query", line.toArray(String[]::new));
  }
}
