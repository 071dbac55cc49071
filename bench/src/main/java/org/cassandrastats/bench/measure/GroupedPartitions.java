/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** Partitions of small groups; a partition's key is the number of its groups. */
final class GroupedPartitions {
  static final int ROWS_PER_GROUP = 10;

  private static final int GROUPS_PER_BATCH = 20;
  private static final int BATCHES_IN_FLIGHT = 16;
  private static final long SEED = 20261121;

  private final CqlSession session;

  GroupedPartitions(CqlSession session) {
    this.session = session;
  }

  void load(List<Integer> sizes, Console console) {
    session.execute(
        "CREATE TABLE stats.grouped (groups int, bucket int, at bigint, value double,"
            + " PRIMARY KEY (groups, bucket, at))");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO stats.grouped (groups, bucket, at, value) VALUES (?, ?, ?, ?)");
    SplittableRandom random = new SplittableRandom(SEED);
    Deque<CompletionStage<AsyncResultSet>> inFlight = new ArrayDeque<>();
    for (int groups : sizes) {
      try (Progress progress = console.progress("Loading", groups, "groups")) {
        for (int from = 0; from < groups; from += GROUPS_PER_BATCH) {
          BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
          for (int group = from; group < Math.min(groups, from + GROUPS_PER_BATCH); group++) {
            for (long row = 0; row < ROWS_PER_GROUP; row++) {
              batch.addStatement(insert.bind(groups, group, row, 20 + random.nextDouble()));
            }
          }
          inFlight.addLast(session.executeAsync(batch.build()));
          if (inFlight.size() == BATCHES_IN_FLIGHT) {
            inFlight.removeFirst().toCompletableFuture().join();
            progress.reached(from);
          }
        }
        inFlight.forEach(write -> write.toCompletableFuture().join());
        inFlight.clear();
        progress.reached(groups);
      }
    }
  }

  static String query(Contender contender, int groups) {
    return "SELECT "
        + contender.selector()
        + " FROM stats.grouped WHERE groups = "
        + groups
        + " GROUP BY groups, bucket";
  }
}
