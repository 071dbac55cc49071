/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Chunks that are packed with digests, and what is asked of these. */
@ExtendWith(NativeNodeExtension.class)
final class PackDigestIT {
  private static final long SEED = 20261128;
  private static final String TIMES = "1970-01-01T03:00:00Z";

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  /** Three hours with a row for each half second, and the sorted values. */
  private static double[] load(String table) {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    node.execute(
        "CREATE TABLE shop.%s (k int, at timestamp, v double, PRIMARY KEY (k, at))"
            .formatted(table));
    List<Object[]> rows = new ArrayList<>();
    double[] values = new double[21_600];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.rint(1000 * random.nextGaussian()) / 10;
      rows.add(new Object[] {Instant.ofEpochMilli(i * 500L), values[i]});
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (1, ?, ?)", rows);
    Arrays.sort(values);
    return values;
  }

  @Test
  void should_pack_chunks_with_digests_and_answer_from_them() {
    double[] sorted = load("digested");

    CommandLineRun packed = pack("digested", "--until", TIMES, "--digest", "100");
    CommandLineRun again = pack("digested", "--until", TIMES, "--digest", "100");
    CommandLineRun asked =
        node.run(
            directory,
            "query",
            "--format",
            "csv",
            "--use-pack",
            "SELECT stats.median(v) AS median, stats.quantile(v, 0.99) AS p99 FROM shop.digested WHERE k = 1");
    Row merged =
        node.rows(
                "SELECT stats.tdigest_quantiles(stats.tdigest_merge(stats.chunk_tdigest(v, 100)), [0.5, 0.99]) AS q,"
                    + " stats.tdigest_count(stats.tdigest_merge(stats.chunk_tdigest(v, 100))) AS n"
                    + " FROM shop.digested_packed WHERE k = 1")
            .get(0);

    assertThat(packed.out()).as("%s", packed).startsWith("3 buckets of 21,600 rows packed");
    assertThat(again.out()).as("%s", again).startsWith("0 buckets of 0 rows packed");
    assertThat(texts("digested")).hasSize(3).allMatch(text -> text.contains(" digest=100 "));
    assertThat(merged.getLong("n")).isEqualTo(sorted.length);
    List<Double> quantiles = merged.getList("q", Double.class);
    assertRank(sorted, quantiles.get(0), 0.5);
    assertRank(sorted, quantiles.get(1), 0.99);
    assertThat(asked.exitCode()).as("%s", asked).isZero();
    String[] answer = asked.out().lines().skip(1).findFirst().orElseThrow().split(",", -1);
    assertRank(sorted, Double.parseDouble(answer[0]), 0.5);
    assertRank(sorted, Double.parseDouble(answer[1]), 0.99);
  }

  private static void assertRank(double[] sorted, double found, double quantile) {
    double below = Arrays.stream(sorted).filter(value -> value < found).count();
    double notAbove = Arrays.stream(sorted).filter(value -> value <= found).count();
    assertThat(Math.max(below / sorted.length, Math.min(notAbove / sorted.length, quantile)))
        .as("rank of %s", found)
        .isCloseTo(quantile, within(0.01));
  }

  @Test
  void should_make_digests_anew_when_late_rows_are_merged() {
    load("extended");
    pack("extended", "--until", TIMES, "--digest", "50");
    PackTable.insert(node, "extended", 3_600_000 + 7, 5000);

    CommandLineRun late = pack("extended", "--until", TIMES, "--digest", "50");

    assertThat(late.out()).as("%s", late).startsWith("1 bucket of 7,201 rows packed");
    assertThat(texts("extended")).hasSize(3).allMatch(text -> text.contains(" digest=50 "));
    assertThat(
            node.rows(
                "SELECT stats.tdigest_max(stats.tdigest_merge(stats.chunk_tdigest(v, 50))) FROM shop.extended_packed WHERE k = 1"))
        .extracting(row -> row.getDouble(0))
        .containsExactly(5000.0);
    assertThat(PackTable.points(node, "extended")).hasSize(21_601);
  }

  @Test
  void should_add_digests_to_chunks_that_are_looked_at_again_and_leave_them() {
    load("older");
    pack("older", "--until", TIMES);
    List<String> plain = texts("older");

    CommandLineRun one =
        pack(
            "older", "--digest", "50", "--recheck", "1970-01-01T01:00:00Z", "1970-01-01T02:00:00Z");
    List<String> mixed = texts("older");
    CommandLineRun without =
        pack("older", "--recheck", "1970-01-01T00:00:00Z", "1970-01-01T03:00:00Z");

    assertThat(plain).noneMatch(text -> text.contains("digest"));
    assertThat(one.out()).as("%s", one).startsWith("1 bucket of 7,200 rows packed");
    assertThat(mixed).hasSize(3);
    assertThat(mixed.get(0)).isEqualTo(plain.get(0));
    assertThat(mixed.get(1)).contains(" digest=50 ");
    assertThat(without.out()).as("%s", without).startsWith("0 buckets of 0 rows packed");
    assertThat(texts("older")).isEqualTo(mixed);
    assertThat(node.rows("SELECT v FROM shop.older_packed WHERE k = 1"))
        .extracting(row -> ChunkCodec.hasDigest(row.getByteBuffer(0), 50))
        .containsExactly(false, true, false);
  }

  private static List<String> texts(String table) {
    return node
        .rows("SELECT stats.chunk_text(v) FROM shop.%s_packed WHERE k = 1".formatted(table))
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private CommandLineRun pack(String table, String... more) {
    CommandLineRun run = node.run(directory, "pack", PackTable.pack(table, more));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }
}
