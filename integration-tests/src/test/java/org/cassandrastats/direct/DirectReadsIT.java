/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.cassandrastats.cli.node.NodeSettings;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aggregates answer the same with direct reads and without, and are read so where they should. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DirectReadsIT {
  private static final long SEED = 20261123;
  private static final int CHANGES = 150;
  private static final int SELECTS = 200;

  private static final List<ConsistencyLevel> LEVELS =
      List.of(
          ConsistencyLevel.LOCAL_ONE,
          ConsistencyLevel.LOCAL_ONE,
          ConsistencyLevel.ONE,
          ConsistencyLevel.QUORUM);

  private LiveNode node;
  private NodeBean jmx;

  @BeforeAll
  void start() {
    node = LiveNode.start(settings().build());
    jmx = directReads(node);
  }

  @AfterAll
  void stop() {
    jmx.close();
    node.close();
  }

  private static NodeBean directReads(LiveNode node) {
    return new NodeBean(node.node(), "org.cassandrastats:type=DirectReads");
  }

  /** Thresholds that a part of the reads exceeds, so that warnings and errors are compared too. */
  private static NodeSettings.Builder settings() {
    return NodeSettings.builder()
        .serverJar(true)
        .udfsEnabled(false)
        .yaml("row_cache_size", "16MiB")
        .yaml(
            "memtable",
            Map.of(
                "configurations",
                Map.of(
                    "default", Map.of("class_name", "SkipListMemtable"),
                    "trie", Map.of("class_name", "TrieMemtable"))))
        .yaml("dynamic_data_masking_enabled", true)
        .yaml("tombstone_warn_threshold", 12)
        .yaml("tombstone_failure_threshold", 300)
        .yaml("read_thresholds_enabled", true)
        .yaml("local_read_size_warn_threshold", "8KiB")
        .yaml("local_read_size_fail_threshold", "2MiB")
        .yaml("coordinator_read_size_warn_threshold", "64B");
  }

  @Test
  void should_answer_the_same_over_memtables_sstables_and_both() {
    long seed = SEED;
    try (Scratch db = node.scratch("histories")) {
      compare(db, jmx, new Random(seed), seed, CHANGES, SELECTS);
    }
  }

  /** Other allocators of memtables, and the other format of SSTables. */
  @ParameterizedTest
  @CsvSource({
    "offheap_objects, bti",
    "offheap_buffers, bti",
    "unslabbed_heap_buffers, big",
    "heap_buffers, bti"
  })
  @Tag("extended")
  void should_answer_the_same_however_memory_and_disk_are_laid_out(String memtable, String format) {
    long seed = System.nanoTime();
    NodeSettings other =
        settings()
            .yaml("memtable_allocation_type", memtable)
            .yaml("sstable", Map.of("selected_format", format))
            .build();
    try (LiveNode another = LiveNode.start(other);
        NodeBean control = directReads(another);
        Scratch db = another.scratch("histories")) {
      compare(db, control, new Random(seed), seed, 1000, 10_000);
    }
  }

  private static void compare(
      Scratch db, NodeBean jmx, Random random, long seed, int changes, int selects) {
    Histories histories = new Histories(db, random);
    NodeJmx operations = new NodeJmx(db.node().node());
    histories.createTables();
    BothPaths paths = new BothPaths(db, jmx, "seed " + seed);
    long pages = jmx.count("Pages");
    int warned = 0;
    for (int round = 0; round < 4; round++) {
      histories.write(changes);
      if (round == 1) {
        operations.flush(db.keyspace());
      } else if (round == 3) {
        operations.compact(db.keyspace());
      }
      jmx.set("FewerColumns", false);
      for (int select = 0; select < selects; select++) {
        LaneAnswer answer = askAny(paths, random);
        warned += answer.warnings().isEmpty() ? 0 : 1;
      }
      for (int select = 0; select < selects / 2; select++) {
        askForFewerColumns(paths, random);
      }
    }
    assertThat(warned).as("answers with warnings, seed %d", seed).isPositive();
    assertThat(jmx.count("Pages") - pages).as("pages, seed %d", seed).isGreaterThan(selects);
    assertThat(jmx.get("Error")).isNull();
    assertThat(jmx.count("HeldBytes")).isZero();
  }

  private static LaneAnswer askAny(BothPaths paths, Random random) {
    Selects.Select select = Selects.any(any(Histories.TABLES, random), random);
    ConsistencyLevel consistency = any(LEVELS, random);
    return paths.assertSame(
        question(select, consistency, random),
        select.covered() && consistency != ConsistencyLevel.QUORUM);
  }

  private static void askForFewerColumns(BothPaths paths, Random random) {
    Selects.Select select = Selects.any(any(Histories.TABLES, random), random);
    ConsistencyLevel consistency = any(LEVELS, random);
    paths.assertSameOfFewerColumns(
        question(select, consistency, random),
        select.narrow() && consistency != ConsistencyLevel.QUORUM);
  }

  private static BothPaths.Question question(
      Selects.Select select, ConsistencyLevel consistency, Random random) {
    int later = random.nextInt(3) == 0 ? 2 * Histories.TTL : 0;
    return new BothPaths.Question(
        select.cql(),
        select.pageSize(),
        BothPaths.now() + later,
        random.nextBoolean(),
        consistency);
  }

  private static <T> T any(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  @Test
  void should_answer_the_same_of_counters_and_of_partitions_of_one_row() {
    try (Scratch db = node.scratch("other_kinds")) {
      Histories histories = new Histories(db, new Random(20261123));
      histories.createTables();
      BothPaths paths = new BothPaths(db, jmx, "");
      for (int round = 0; round < 2; round++) {
        histories.write(100);
        for (int pageSize : List.of(1, 3, 5000)) {
          for (String selectors :
              List.of(
                  "sum(n), avg(n), min(k), max(k), count(n)",
                  "count(*), max(s)",
                  "stats.mean(n), stats.moments(k), stats.mean(cast(n as double))")) {
            for (String where : List.of("p = 1", "p = 2 AND a > 4", "p = 3 ORDER BY a DESC")) {
              paths.assertSame(
                  new BothPaths.Question(
                      "SELECT " + selectors + " FROM %s.counters WHERE " + where, pageSize),
                  true);
            }
          }
          paths.assertSame(
              new BothPaths.Question(
                  "SELECT avg(v), stats.mean(w), count(*) FROM %s.rows_only WHERE p = 2", pageSize),
              true);
        }
        new NodeJmx(node.node()).flush(db.keyspace());
      }
    }
  }

  @Test
  void should_leave_masked_and_dropped_columns_to_cassandra() {
    try (Scratch db = node.scratch("left")) {
      BothPaths paths = new BothPaths(db, jmx, "");
      db.run(
          "CREATE TABLE %s.masked (p int, c int, v int MASKED WITH DEFAULT, PRIMARY KEY (p, c))",
          "INSERT INTO %s.masked (p, c, v) VALUES (1, 1, 5)",
          "CREATE TABLE %s.dropped (p int, c int, v int, w int, PRIMARY KEY (p, c))",
          "INSERT INTO %s.dropped (p, c, v, w) VALUES (1, 1, 5, 6)");
      paths.assertSame(
          new BothPaths.Question("SELECT max(v) FROM %s.masked WHERE p = 1", 10), false);

      BothPaths.Question prepared =
          new BothPaths.Question(
              "SELECT max(w), count(*) FROM %s.dropped WHERE p = 1",
              10, BothPaths.now(), true, ConsistencyLevel.ONE);
      LaneAnswer before = paths.assertSame(prepared, true);
      db.run(
          "ALTER TABLE %s.dropped DROP v",
          "ALTER TABLE %s.dropped ADD v int",
          "INSERT INTO %s.dropped (p, c, v) VALUES (2, 1, 7)",
          "INSERT INTO %s.dropped (p, c, v) VALUES (2, 2, 8) USING TIMESTAMP 1000");
      assertThat(paths.assertSame(prepared, false).rows()).isEqualTo(before.rows());
      assertThat(
              paths
                  .assertSame(
                      new BothPaths.Question("SELECT count(v) FROM %s.dropped WHERE p = 2", 10),
                      false)
                  .rows())
          .isEqualTo(List.of(List.of("0x0000000000000001")));
    }
  }

  @Test
  void should_go_on_in_cassandras_way_where_a_page_finds_no_memory() {
    long memory = jmx.count("LargestHeldBytes");
    try (Scratch db = node.scratch("spilled")) {
      Histories histories = new Histories(db, new Random(7));
      histories.createTables();
      histories.writeRows("%s.plain", 2000, 20);
      BothPaths paths = new BothPaths(db, jmx, "");
      BothPaths.Question question =
          new BothPaths.Question(
              "SELECT count(*), avg(v), max(x), stats.tdigest(v) FROM %s.plain WHERE p = 9", 5000);
      jmx.set("LargestHeldBytes", 1L << 20);
      long spilled = jmx.count("SpilledPages");
      long held = jmx.count("Pages");
      paths.assertSame(question, true);
      assertThat(jmx.count("SpilledPages")).isEqualTo(spilled + 1);
      assertThat(jmx.count("Pages")).isEqualTo(held);

      jmx.set("LargestHeldBytes", memory);
      paths.assertSame(question, true);
      assertThat(jmx.count("SpilledPages")).isEqualTo(spilled + 1);
      assertThat(jmx.count("Pages")).isEqualTo(held + 1);
      assertThat(jmx.count("Rows")).isGreaterThanOrEqualTo(2000);
      assertThat(jmx.count("HeldBytes")).isZero();
    } finally {
      jmx.set("LargestHeldBytes", memory);
    }
  }

  @Test
  void should_refuse_the_same_where_a_threshold_is_exceeded() {
    try (Scratch db = node.scratch("thresholds")) {
      new Histories(db, new Random(8)).createTables();
      BothPaths paths = new BothPaths(db, jmx, "");
      for (int a = 0; a < 310; a++) {
        db.run("DELETE FROM %s.plain WHERE p = 4 AND a = " + a + " AND b = 'b'");
      }
      String large = "x".repeat(60_000);
      for (int a = 0; a < 50; a++) {
        db.rows("INSERT INTO %s.plain (p, a, b, x) VALUES (5, ?, 'b', ?)", a, large);
      }
      for (int partition : List.of(4, 5)) {
        BothPaths.Question question =
            new BothPaths.Question("SELECT count(x) FROM %s.plain WHERE p = " + partition, 5000);
        assertThat(paths.assertSame(question, true).failed()).as("%s", question).isTrue();
      }
      assertThat(jmx.count("HeldBytes")).isZero();
      assertThat(jmx.get("Error")).isNull();
    }
  }
}
