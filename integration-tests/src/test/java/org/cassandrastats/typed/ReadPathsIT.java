/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A typed column is used like a blob: by functions, aggregates and drivers. */
@TypedNodeTest
class ReadPathsIT {
  private static final String TYPE = StoredStates.type("tdigest");

  private final Scratch db;
  private final ByteBuffer state = StoredStates.buffer("tdigest");

  ReadPathsIT(Scratch db) {
    this.db = db;
  }

  @BeforeEach
  void createTables() {
    db.run(
        "DROP TABLE IF EXISTS %s.typed",
        "DROP TABLE IF EXISTS %s.untyped",
        "DROP TABLE IF EXISTS %s.counted",
        "CREATE TABLE %s.typed (id int PRIMARY KEY, state " + TYPE + ", other blob)",
        "CREATE TABLE %s.untyped (id int PRIMARY KEY, state blob)",
        "CREATE TABLE %s.counted (id int PRIMARY KEY, n counter)",
        "INSERT INTO %s.typed (id, state) VALUES (1, " + StoredStates.hex("tdigest") + ")",
        "INSERT INTO %s.typed (id, state) VALUES (2, 0x)",
        "INSERT INTO %s.typed (id, state) VALUES (3, " + StoredStates.hex("tdigest-single") + ")",
        "INSERT INTO %s.typed (id) VALUES (4)");
  }

  @Test
  void should_give_its_bytes_to_drivers_and_filters() {
    assertThat(db.row("SELECT state FROM %s.typed WHERE id = 1").getByteBuffer(0)).isEqualTo(state);
    assertThat(db.row("SELECT state FROM %s.typed WHERE id = 4").isNull(0)).isTrue();
    assertThat(db.rows("SELECT id FROM %s.typed WHERE state = ? ALLOW FILTERING", state))
        .hasSize(1);
    assertThat(
            db.row(
                    "SELECT writetime(state), blob_as_int(int_as_blob(5)) FROM %s.typed WHERE"
                        + " id = 1")
                .getInt(1))
        .isEqualTo(5);
  }

  @Test
  void should_be_an_argument_wherever_a_blob_is() {
    assertThat(db.value("SELECT stats.tdigest_text(state) FROM %s.typed WHERE id = 1"))
        .isEqualTo(TdigestAccessors.text(state));
    assertThat(db.value("SELECT stats.tdigest_quantile(state, 0.5) FROM %s.typed WHERE id = 1"))
        .isEqualTo(2.0);
    assertThat(db.value("SELECT stats.tdigest_count(state) FROM %s.typed WHERE id = 2")).isNull();
    assertThat(db.value("SELECT stats.tdigest_is_valid(state) FROM %s.typed WHERE id = 2"))
        .isEqualTo(true);
    assertThat(db.value("SELECT stats.tdigest_count(stats.tdigest_merge(state)) FROM %s.typed"))
        .isEqualTo(5L);
    assertThat(
            db.value(
                "SELECT stats.tdigest_count(stats.tdigest_union(state, ?)) FROM %s.typed WHERE"
                    + " id = 1",
                state))
        .isEqualTo(8L);
    assertThat(db.rows("SELECT id, stats.tdigest_merge(state) FROM %s.typed GROUP BY id"))
        .hasSize(4);
    assertThat(db.row("SELECT max(state), count(state) FROM %s.typed").getLong(1)).isEqualTo(3);
  }

  @Test
  void should_take_the_results_of_functions() {
    ByteBuffer expected = TdigestUnion.union(state.duplicate(), state.duplicate());

    db.rows("UPDATE %s.typed SET state = stats.tdigest_union(?, ?) WHERE id = 5", state, state);
    db.rows(
        "INSERT INTO %s.typed (id, state) VALUES (6, stats.tdigest_union(@, @))"
            .replace("@", StoredStates.hex("tdigest")));

    for (int id : new int[] {5, 6}) {
      assertThat(db.row("SELECT state FROM %s.typed WHERE id = ?", id).getByteBuffer(0))
          .isEqualTo(expected);
    }
    assertThatThrownBy(
            () ->
                db.rows(
                    "INSERT INTO %s.typed (id, state) VALUES (7, stats.moments_union(?, ?))",
                    StoredStates.buffer("moments"), StoredStates.buffer("moments")))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("Invalid value for column state: not a tdigest state");
    assertThat(db.rows("SELECT id FROM %s.typed WHERE id = 7")).isEmpty();
  }

  @Test
  void should_not_take_states_of_another_family_from_their_functions() {
    db.run(
        "CREATE TABLE IF NOT EXISTS %s.moments (id int PRIMARY KEY, state "
            + StoredStates.type("moments")
            + ")");
    db.rows("INSERT INTO %s.moments (id, state) VALUES (1, ?)", StoredStates.buffer("moments"));

    assertThatThrownBy(() -> db.value("SELECT stats.tdigest_count(state) FROM %s.moments"))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("sketch type 128");
    assertThat(db.value("SELECT stats.moments_count(state) FROM %s.moments")).isEqualTo(2L);
  }

  @Test
  void should_answer_garbage_in_a_blob_column_with_an_error_and_go_on() {
    db.rows("INSERT INTO %s.untyped (id, state) VALUES (1, 0xdeadbeef)");

    for (String call :
        List.of("tdigest_quantile(state, 0.5)", "tdigest_text(state)", "tdigest_merge(state)")) {
      assertThatThrownBy(() -> db.value("SELECT stats." + call + " FROM %s.untyped"))
          .as(call)
          .isInstanceOf(FunctionFailureException.class)
          .hasMessageContaining("not a tdigest state: expected");
    }
    assertThat(db.value("SELECT stats.tdigest_is_valid(state) FROM %s.untyped")).isEqualTo(false);
    assertThat(db.value("SELECT stats.tdigest_count(state) FROM %s.typed WHERE id = 1"))
        .isEqualTo(4L);
  }

  @Test
  void should_leave_statements_on_other_columns_alone() {
    db.rows("INSERT INTO %s.typed (id, other) VALUES (1, 0xdeadbeef)");
    db.rows("UPDATE %s.counted SET n = n + 1 WHERE id = 1");
    db.rows("BEGIN COUNTER BATCH UPDATE %s.counted SET n = n + 2 WHERE id = 1; APPLY BATCH");
    db.rows("DELETE state FROM %s.typed WHERE id = 1");
    db.rows("DELETE FROM %s.typed WHERE id = 3 IF EXISTS");

    assertThat(db.row("SELECT n FROM %s.counted").getLong(0)).isEqualTo(3);
    assertThat(db.row("SELECT state FROM %s.typed WHERE id = 1").isNull(0)).isTrue();
    assertThat(db.row("SELECT other FROM %s.typed WHERE id = 1").getByteBuffer(0))
        .isEqualTo(
            ByteBuffer.wrap(new byte[] {(byte) 0xde, (byte) 0xad, (byte) 0xbe, (byte) 0xef}));
    assertThat(db.rows("SELECT id FROM %s.typed WHERE id = 3")).isEmpty();
  }

  @Test
  void should_write_all_or_nothing_of_a_batch_of_the_driver() {
    String plain = db.in("INSERT INTO %s.typed (id, state) VALUES (11, @)");
    PreparedStatement prepared =
        db.session()
            .prepare(db.in("INSERT INTO %s.typed (id, state) VALUES (?, varint_as_blob(?))"));
    java.math.BigInteger good = new java.math.BigInteger(StoredStates.state("tdigest"));
    java.math.BigInteger bad = new java.math.BigInteger(StoredStates.damaged("tdigest"));
    String goodHex = StoredStates.hex("tdigest");
    String badHex = StoredStates.hex(StoredStates.damaged("tdigest"));
    for (DefaultBatchType type : List.of(DefaultBatchType.LOGGED, DefaultBatchType.UNLOGGED)) {
      for (BatchStatement batch :
          List.of(
              BatchStatement.newInstance(
                  type,
                  prepared.bind(10, good),
                  SimpleStatement.newInstance(plain.replace("@", badHex))),
              BatchStatement.newInstance(
                  type,
                  SimpleStatement.newInstance(plain.replace("@", goodHex)),
                  prepared.bind(12, bad)))) {
        assertThatThrownBy(() -> db.session().execute(batch))
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageContaining("Invalid value for column state: not a tdigest state");
        assertThat(db.rows("SELECT id FROM %s.typed WHERE id IN (10, 11, 12)")).isEmpty();
      }
      db.session()
          .execute(
              BatchStatement.newInstance(
                  type,
                  prepared.bind(10, good),
                  SimpleStatement.newInstance(plain.replace("@", goodHex))));
      assertThat(db.rows("SELECT id FROM %s.typed WHERE id IN (10, 11)")).hasSize(2);
      db.run("DELETE FROM %s.typed WHERE id IN (10, 11)");
    }
  }

  /** The first execution of a prepared statement replaces its operations. */
  @Test
  void should_guard_a_prepared_statement_that_threads_share() {
    int rounds = 40;
    int threads = 8;
    java.math.BigInteger bad = new java.math.BigInteger(StoredStates.damaged("tdigest"));
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < rounds; round++) {
        PreparedStatement prepared =
            db.session()
                .prepare(
                    db.in(
                            "INSERT INTO %s.typed (id, state) VALUES (?, varint_as_blob(?)) USING TTL ")
                        + (1000 + round));
        List<CompletableFuture<Boolean>> writes =
            IntStream.range(0, threads)
                .mapToObj(
                    thread ->
                        CompletableFuture.supplyAsync(
                            () -> isRefused(prepared, 100 + thread, bad), executor))
                .toList();
        assertThat(writes).allMatch(CompletableFuture::join);
      }
    } finally {
      executor.shutdown();
    }
    assertThat(db.rows("SELECT id FROM %s.typed")).hasSize(4);
  }

  private boolean isRefused(PreparedStatement statement, int id, Object value) {
    try {
      db.session().execute(statement.bind(id, value));
      return false;
    } catch (DriverException refused) {
      return refused.getMessage().contains("not a tdigest state");
    }
  }
}
