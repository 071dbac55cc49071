/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates answer the same with direct reads and without, and are read so where they should. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(2)
class DirectReadsIT {
  private static final long SEED = 20261123;
  private static final int CHANGES = 100;
  private static final int SELECTS = Effort.times(60);

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
        .version(Lane.cassandra())
        .serverJar(true)
        .udfsEnabled(false)
        .yaml("row_cache_size", "16MiB")
        // Answers are compared, not times, however busy the machine is.
        .yaml("read_request_timeout", "60s")
        .yaml("range_request_timeout", "60s")
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
      new RandomQueries(db, jmx, seed).createTables().compare(CHANGES, SELECTS);
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
      new RandomQueries(db, control, seed).createTables().compare(1000, Effort.times(250));
    }
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
            for (String clause :
                List.of(
                    "WHERE p = 1",
                    "WHERE p = 2 AND a > 4",
                    "WHERE p = 3 ORDER BY a DESC",
                    "WHERE p IN (1, 3)",
                    "GROUP BY p, a LIMIT 8",
                    "")) {
              paths.assertSame(
                  new BothPaths.Question(
                      "SELECT " + selectors + " FROM %s.counters " + clause, pageSize),
                  true);
            }
          }
          for (String clause : List.of("WHERE p = 2", "", "GROUP BY p", "WHERE p IN (3, 1)")) {
            paths.assertSame(
                new BothPaths.Question(
                    "SELECT avg(v), stats.mean(w), count(*) FROM %s.rows_only " + clause, pageSize),
                true);
          }
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

  /** Groups, ranges, tokens and IN, over tables of any columns, in pages of any size. */
  @Test
  void should_answer_the_same_where_values_are_taken_out_of_rows() {
    long seed = Effort.times(1) == 1 ? 20261126 : System.nanoTime();
    try (Scratch db = node.scratch("arrays")) {
      new ArrayQueries(db, jmx).compare(seed, Effort.times(12), 12);
    }
  }

  @Test
  void should_cut_pages_as_cassandra_does_where_partitions_and_groups_end() {
    try (Scratch db = node.scratch("array_ends")) {
      new ArrayQueries(db, jmx).compareEnds();
      new ArrayQueries(db, jmx).compareEmptyKeys();
    }
  }

  @Test
  void should_answer_the_same_of_groups_where_memory_is_short() {
    long memory = jmx.count("LargestHeldBytes");
    try (Scratch db = node.scratch("array_memory")) {
      new ArrayQueries(db, jmx).compareWithLittleMemory();
    } finally {
      jmx.set("LargestHeldBytes", memory);
    }
  }

  /** Where its first rows fit and not all of them, a page is not read for a few rows at a time. */
  @Test
  void should_read_whole_pages_where_memory_is_short() {
    long memory = jmx.count("LargestHeldBytes");
    try (Scratch db = node.scratch("short_of_memory")) {
      db.run("CREATE TABLE %s.t (p int, c int, v double, w int, PRIMARY KEY (p, c))");
      for (int c = 0; c < 6000; c++) {
        db.run("INSERT INTO %%s.t (p, c, v, w) VALUES (1, %d, %d.5, %d)".formatted(c, c, -c));
      }
      BothPaths paths = new BothPaths(db, jmx, "");
      BothPaths.Question question =
          new BothPaths.Question("SELECT avg(v), count(v), sum(w) FROM %s.t WHERE p = 1", 1000);
      for (long limit : new long[] {30_000, 100_000, 200_000, 300_000, memory}) {
        jmx.set("LargestHeldBytes", limit);
        long pages = jmx.count("Pages") + jmx.count("SpilledPages");
        paths.assertSame(question, true);
        assertThat(jmx.count("Pages") + jmx.count("SpilledPages") - pages)
            .as("pages with %d bytes", limit)
            .isLessThanOrEqualTo(7);
        assertThat(jmx.count("HeldBytes")).isZero();
      }
    } finally {
      jmx.set("LargestHeldBytes", memory);
    }
  }

  /** A value without bytes is not null: each function says what it is for it. */
  @Test
  void should_warn_once_and_answer_the_same_of_values_without_bytes() {
    try (Scratch db = node.scratch("empty_values")) {
      db.run("CREATE TABLE %s.t (p int, c int, v int, w bigint, PRIMARY KEY (p, c))");
      for (int c = 0; c < 100; c++) {
        db.run("DELETE FROM %%s.t WHERE p = 1 AND c = %d".formatted(c));
        db.run(
            "INSERT INTO %%s.t (p, c, v, w) VALUES (1, %d, %s, %d)"
                .formatted(1000 + c, c % 10 == 3 ? "blob_as_int(0x)" : "" + c, c));
      }
      BothPaths paths = new BothPaths(db, jmx, "");
      for (int pageSize : new int[] {10, 33, 5000}) {
        for (String selected :
            List.of(
                "avg(v), count(v), min(v), max(v)",
                "count(*), sum(v), stats.mean(v)",
                "stats.first(v), stats.last(v), stats.min_by(v, w), stats.max_by(w, v)",
                "stats.tdigest(v), stats.moments(w)")) {
          paths.assertSame(
              new BothPaths.Question("SELECT " + selected + " FROM %s.t WHERE p = 1", pageSize),
              true);
        }
      }
    }
  }

  /** Some partitions are held when the page finds no room for another one. */
  /** Markers of a prepared statement that nobody binds are unset. */
  @ParameterizedTest
  @ValueSource(strings = {"", " WHERE p = 1", " WHERE p IN (1, 2)", " GROUP BY p"})
  void should_answer_the_same_where_a_constant_is_unset(String rows) {
    try (Scratch db = node.scratch("unset")) {
      db.run(
          "CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))",
          "INSERT INTO %s.t (p, c, v) VALUES (1, 1, 2.5)",
          "INSERT INTO %s.t (p, c, v) VALUES (2, 1, 3.5)");
      new BothPaths(db, jmx, "")
          .countArraysOfSame(
              new BothPaths.Question(
                  "SELECT stats.histogram(v, ?, 10.0, 4) FROM %s.t" + rows,
                  5000,
                  BothPaths.now(),
                  true,
                  ConsistencyLevel.LOCAL_ONE));
    }
  }

  @Test
  void should_go_on_in_cassandras_way_in_the_middle_of_a_range() {
    long memory = jmx.count("LargestHeldBytes");
    try (Scratch db = node.scratch("spilled_ranges")) {
      Histories histories = new Histories(db, new Random(7));
      histories.createTables();
      histories.write(100);
      histories.writeRows("%s.plain", 2000, 20);
      BothPaths paths = new BothPaths(db, jmx, "");
      for (String clause :
          List.of(
              "", "WHERE p IN (1, 9, 3)", "GROUP BY p", "WHERE p = 9 GROUP BY p, a LIMIT 1900")) {
        BothPaths.Question question =
            new BothPaths.Question(
                "SELECT p, count(*), avg(v), max(x), stats.tdigest(v) FROM %s.plain " + clause,
                5000);
        jmx.set("LargestHeldBytes", 1L << 20);
        long spilled = jmx.count("SpilledPages");
        paths.assertSame(question, true);
        assertThat(jmx.count("SpilledPages")).as(clause).isGreaterThan(spilled);

        jmx.set("LargestHeldBytes", memory);
        long rows = jmx.count("Rows");
        paths.assertSame(question, true);
        assertThat(jmx.count("Rows") - rows).as(clause).isGreaterThanOrEqualTo(1900);
        assertThat(jmx.count("HeldBytes")).as(clause).isZero();
      }
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
      for (String clause :
          List.of(
              "WHERE p = 4",
              "WHERE p = 5",
              "WHERE p IN (1, 4)",
              "WHERE p IN (5, 4)",
              "",
              "GROUP BY p",
              "WHERE p = 5 GROUP BY p, a")) {
        BothPaths.Question question =
            new BothPaths.Question("SELECT count(x) FROM %s.plain " + clause, 5000);
        assertThat(paths.assertSame(question, true).failed()).as("%s", question).isTrue();
      }
      assertThat(jmx.count("HeldBytes")).isZero();
      assertThat(jmx.get("Error")).isNull();
    }
  }
}
