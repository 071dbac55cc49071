/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.Awaited;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a direct read while its table is changed, and of what it has held. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangesMeanwhileIT {
  private static final int ROWS = 3_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private LiveNode node;
  private Scratch db;
  private NodeBean reads;
  private Slowly slowly;

  @BeforeAll
  void start() {
    node =
        LiveNode.start(
            NodeSettings.builder()
                .version(Lane.cassandra())
                .serverJar(true)
                .udfsEnabled(false)
                .authentication(true)
                .jvmArgument("-Dcassandra.stats.fewer_columns=true")
                .yaml("auto_snapshot", false)
                .yaml("read_request_timeout", "60s")
                .yaml("native_transport_timeout", "120s")
                .build());
    db = node.scratch("changes");
    reads = new NodeBean(node.node(), "org.cassandrastats:type=DirectReads");
    slowly = new Slowly(node.session());
  }

  @AfterAll
  void stop() {
    reads.close();
    node.close();
  }

  /** Whatever has happened. */
  @AfterEach
  void assertNothingHeld() {
    assertThat(slowly.running()).isEmpty();
    assertThat(reads.count("HeldBytes")).isZero();
    assertThat(reads.get("Error")).isNull();
  }

  /** Rows 0 to {@value #ROWS} - 1 in two files, where v is the number of the row. */
  private void fill() {
    db.run(
        "DROP TABLE IF EXISTS %s.rows",
        "CREATE TABLE %s.rows"
            + NumberedRows.COLUMNS
            + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': false}");
    for (int part = 0; part < 2; part++) {
      NumberedRows.write(
          db.session(),
          db.in("%s.rows"),
          9,
          part * ROWS / 2,
          (part + 1) * ROWS / 2,
          ConsistencyLevel.ONE);
      new NodeJmx(node.node()).flush(db.keyspace());
    }
  }

  /**
   * Changes a table while it is aggregated.
   *
   * @return count(v), sum(v) and max(a), or the class of an error
   */
  private Object during(boolean direct, Runnable change) {
    fill();
    reads.set("Enabled", direct);
    long pages = reads.count("Pages");
    CompletionStage<AsyncResultSet> answer =
        slowly.ask(db.in("SELECT count(v), sum(v), max(a) FROM %s.rows WHERE p = 9"));
    slowly.await();
    change.run();
    try {
      Row row = answer.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).one();
      assertThat(reads.count("Pages") > pages).isEqualTo(direct);
      return List.of(row.getLong(0), row.getDouble(1), row.getInt(2));
    } catch (ExecutionException failed) {
      return failed.getCause().getClass();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private static Object exact(int rows) {
    return List.of((long) rows, NumberedRows.sum(rows), rows - 1);
  }

  /** The same, of a change that removes no row: it has to be over first. */
  private Object whole(boolean direct, Runnable change) {
    return during(
        direct,
        () -> {
          change.run();
          assertThat(slowly.running()).as("what runs after the change").hasSize(1);
        });
  }

  @Test
  void should_answer_exactly_during_flushes_and_compactions_and_release_the_files() {
    Runnable change =
        () -> {
          Path[] files = files();
          db.run("INSERT INTO %s.rows (p, a, v) VALUES (8, 0, 1.0)");
          new NodeJmx(node.node()).flush(db.keyspace());
          assertThat(files()).hasSizeGreaterThan(files.length);
          new NodeJmx(node.node()).compact(db.keyspace());
          awaitRemoved(files);
        };

    assertThat(whole(true, change)).isEqualTo(exact(ROWS));
    assertThat(files()).hasSize(1);
  }

  /** Files of a table with rows. */
  private Path[] files() {
    try (Stream<Path> all = Files.walk(node.node().directory())) {
      return all.filter(file -> file.toString().contains("/" + db.keyspace() + "/rows-"))
          .filter(file -> file.toString().endsWith("-Data.db"))
          .toArray(Path[]::new);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A file goes as soon as nothing reads it; a read of one page keeps no file for the next. */
  private static void awaitRemoved(Path... files) {
    Instant end = Instant.now().plus(PATIENCE);
    while (Arrays.stream(files).anyMatch(Files::exists)) {
      assertThat(Instant.now()).as("files %s", List.of(files)).isBefore(end);
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE %s.rows ADD y int",
        "ALTER TABLE %s.rows DROP x",
        "ALTER TABLE %s.rows RENAME a TO b"
      })
  @Tag("extended")
  void should_answer_exactly_where_other_columns_change(String change) {
    assertThat(whole(false, () -> db.run(change))).isEqualTo(exact(ROWS));
    assertThat(whole(true, () -> db.run(change))).isEqualTo(exact(ROWS));
  }

  @Test
  @Tag("extended")
  void should_end_alike_where_what_it_reads_is_dropped() {
    Runnable change = () -> db.run("ALTER TABLE %s.rows DROP v");
    assertAlike(whole(false, change), whole(true, change));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE %s.rows",
        "TRUNCATE %s.rows",
        "DELETE FROM %s.rows WHERE p = 9",
        "DELETE FROM %s.rows WHERE p = 9 AND a > 2000"
      })
  @Tag("extended")
  void should_end_alike_where_rows_are_removed(String statement) {
    List<Path> before = new ArrayList<>();
    Runnable change =
        () -> {
          before.addAll(List.of(files()));
          db.run(statement);
        };
    Object found = during(true, change);
    assertAlike(during(false, change), found);
    if (!statement.startsWith("DELETE")) {
      awaitRemoved(before.toArray(Path[]::new));
    }
  }

  /** Both fail alike, or each has seen the first rows up to a page, and then nothing. */
  private static void assertAlike(Object expected, Object found) {
    for (Object outcome : List.of(expected, found)) {
      if (outcome instanceof List<?> answer) {
        long rows = (Long) answer.get(0);
        assertThat(rows).as("rows of %s", answer).isBetween(1L, ROWS - 1L);
        assertThat(answer.get(1)).isEqualTo(NumberedRows.sum((int) rows));
      }
    }
    assertThat(found.getClass()).as("%s, %s", expected, found).isEqualTo(expected.getClass());
    if (expected instanceof Class) {
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void should_refuse_a_role_alike() throws Exception {
    fill();
    db.run("CREATE ROLE nobody WITH LOGIN = true AND PASSWORD = 'nobody'");
    try (CqlSession nobody =
        LocalSessions.only(node.node().address()).withAuthCredentials("nobody", "nobody").build()) {
      for (String select : List.of("avg(v)", "stats.mean(v), count(*)")) {
        String cql = db.in("SELECT " + select + " FROM %s.rows WHERE p = 9");
        reads.set("Enabled", false);
        LaneAnswer expected = answer(nobody, cql);
        reads.set("Enabled", true);
        assertThat(answer(nobody, cql)).isEqualTo(expected);
        assertThat(expected.error()).contains("Unauthorized", "no SELECT permission");
      }
      db.run("GRANT SELECT ON %s.rows TO nobody");
      Awaited.last(
          () -> answer(nobody, db.in("SELECT count(*) FROM %s.rows WHERE p = 9")),
          one -> one.error() == null);
      long pages = reads.count("Pages");
      Row row = nobody.execute(db.in("SELECT count(v), sum(v) FROM %s.rows WHERE p = 9")).one();
      assertThat(row.getLong(0)).isEqualTo(ROWS);
      assertThat(reads.count("Pages")).isGreaterThan(pages);
    } finally {
      db.run("DROP ROLE nobody");
    }
  }

  private static LaneAnswer answer(CqlSession session, String cql) {
    try {
      return LaneAnswer.of(
          session.execute(SimpleStatement.newInstance(cql)), InstalledPack.KEYSPACE);
    } catch (CoordinatorException refused) {
      return LaneAnswer.of(refused, InstalledPack.KEYSPACE);
    }
  }
}
