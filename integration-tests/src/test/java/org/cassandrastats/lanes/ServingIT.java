/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.cassandrastats.annotated.LargestState;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many queries at once, half of which fail: the others still get their own right answers. */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServingIT {
  private static final long SEED = 20261130;
  private static final int PARTITIONS = 20;
  private static final int ROWS = 60;
  private static final int QUERIES = 1500;
  private static final int AT_ONCE = 48;

  private static final String GOOD =
      "SELECT stats.summary(value), stats.first(value), stats.max_n(value, 5),"
          + " stats.max_by(value, value), "
          + LargestState.selectors("value", "CAST(at AS bigint)")
          + " FROM %s.rows WHERE p = ?";

  private static final List<String> BAD =
      List.of(
          "SELECT stats.max_n(value, at) FROM %s.rows WHERE p = ?",
          "SELECT stats.tdigest_merge(garbage) FROM %s.rows WHERE p = ?",
          "SELECT stats.moments_mean(garbage) FROM %s.rows WHERE p = ?",
          "SELECT stats.histogram(value, 1.0, 0.0, 8) FROM %s.rows WHERE p = ?",
          "SELECT stats.tdigest_quantile(stats.tdigest(value), 2.0) FROM %s.rows WHERE p = ?");

  private final InstalledPack pack;

  ServingIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.rows (p int, at int, value double, garbage blob,"
                + " PRIMARY KEY (p, at))");
    Random random = new Random(SEED);
    for (int p = 0; p < PARTITIONS; p++) {
      for (int at = 0; at < ROWS; at++) {
        byte[] garbage = new byte[20];
        random.nextBytes(garbage);
        pack.db()
            .rows(
                "INSERT INTO %s.rows (p, at, value, garbage) VALUES (?, ?, ?, ?)",
                p, at, p + random.nextGaussian(), ByteBuffer.wrap(garbage));
      }
    }
  }

  @Test
  void should_answer_right_while_other_queries_fail() throws InterruptedException {
    CqlSession session = pack.db().session();
    PreparedStatement good = session.prepare(pack.db().in(GOOD));
    List<PreparedStatement> bad =
        BAD.stream().map(query -> session.prepare(pack.db().in(query))).toList();
    Map<Integer, List<ByteBuffer>> expected = new HashMap<>();
    for (int p = 0; p < PARTITIONS; p++) {
      expected.put(p, bytes(session.execute(good.bind(p)).one()));
    }

    Random random = new Random(SEED);
    Semaphore free = new Semaphore(AT_ONCE);
    List<Integer> asked = new ArrayList<>();
    List<CompletableFuture<AsyncResultSet>> answers = new ArrayList<>();
    for (int query = 0; query < QUERIES; query++) {
      int p = random.nextInt(PARTITIONS);
      boolean fails = random.nextBoolean();
      Statement<?> statement =
          (fails ? bad.get(random.nextInt(bad.size())) : good).bind(p).setPageSize(7);
      free.acquire();
      CompletableFuture<AsyncResultSet> answer =
          session.executeAsync(statement).toCompletableFuture();
      answers.add(answer.whenComplete((result, failure) -> free.release()));
      asked.add(fails ? null : p);
    }

    for (int query = 0; query < QUERIES; query++) {
      Integer p = asked.get(query);
      if (p == null) {
        assertThat(failure(answers.get(query)))
            .as("query %d, seed %d", query, SEED)
            .isInstanceOf(FunctionFailureException.class)
            .hasMessageContaining("expected");
      } else {
        assertThat(bytes(answers.get(query).join().one()))
            .as("query %d of partition %d, seed %d", query, p, SEED)
            .isEqualTo(expected.get(p));
      }
    }
    for (int p = 0; p < PARTITIONS; p++) {
      assertThat(bytes(session.execute(good.bind(p)).one())).isEqualTo(expected.get(p));
    }
  }

  private static Throwable failure(CompletableFuture<AsyncResultSet> answer)
      throws InterruptedException {
    try {
      answer.get();
      return null;
    } catch (ExecutionException failed) {
      return failed.getCause();
    }
  }

  private static List<ByteBuffer> bytes(Row row) {
    List<ByteBuffer> bytes = new ArrayList<>();
    for (int index = 0; index < row.size(); index++) {
      bytes.add(row.getBytesUnsafe(index));
    }
    return bytes;
  }
}
