/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.cli.connection.SchemaChange;

/**
 * Rows whose statistics are exact by construction. A partition p has 65 rows; their values are p
 * times 100 plus the numbers from 0 to 64, shuffled.
 */
final class SampleRows {
  static final String KEYSPACE = "shop";
  static final int PARTITIONS = 24;
  static final int ROWS = 65;

  // Coprime with the number of rows, so that each number occurs once.
  private static final int STRIDE = 37;

  private SampleRows() {}

  /** Makes the table. Each partition is on so many nodes. */
  static void create(CqlSession session, int replicas) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE "
            + KEYSPACE
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
                .formatted(replicas));
    SchemaChange.execute(
        session,
        "CREATE TABLE shop.samples (p int, at bigint, i int, d double, PRIMARY KEY (p, at))");
  }

  /** Writes the rows. */
  static void fill(CqlSession session) {
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.samples (p, at, i, d) VALUES (?, ?, ?, ?)");
    for (int p = 0; p < PARTITIONS; p++) {
      for (int at = 0; at < ROWS; at++) {
        int value = 100 * p + at * STRIDE % ROWS;
        session.execute(insert.bind(p, (long) at, value, (double) value));
      }
    }
  }

  /** What is asked of one partition. */
  static List<Question> questionsOf(int p) {
    double low = 100.0 * p;
    int first = 100 * p;
    int last = first + (ROWS - 1) * STRIDE % ROWS;
    return List.of(
        question(
            "SELECT stats.mean(i), stats.first(i), stats.last(d), stats.moments_sum(stats.moments(i))"
                + " FROM shop.samples WHERE p = ?",
            List.of(p),
            List.of(low + 32, first, (double) last, ROWS * (low + 32))),
        question(
            "SELECT stats.tdigest_quantile(stats.tdigest(d), ?), stats.tdigest_quantile(stats.tdigest(i, 200), ?)"
                + " FROM shop.samples WHERE p = ?",
            List.of(0.5, 1.0, p),
            List.of(low + 32, low + 64)),
        question(
            "SELECT stats.tdigest_quantiles(stats.tdigest(i), [0.0, 0.5, 1.0]), stats.median(d)"
                + " FROM shop.samples WHERE p = ?",
            List.of(p),
            List.of(List.of(low, low + 32, low + 64), low + 32)),
        question(
            "SELECT stats.histogram_counts(stats.histogram(i, ?, ?, ?)) FROM shop.samples"
                + " WHERE p = ?",
            List.of(low, low + 65, 5, p),
            List.of(List.of(13L, 13L, 13L, 13L, 13L))),
        question(
            "SELECT stats.first(i, at), stats.last(i, at), stats.max_n(i, ?),"
                + " stats.ddsketch_count(stats.ddsketch(d, 0.01)) FROM shop.samples WHERE p = ?",
            List.of(2, p),
            List.of(first, last, List.of(first + 64, first + 63), (long) ROWS)),
        new Question(
            "SELECT at, stats.width_bucket(d, ?, ?, ?) FROM shop.samples WHERE p = ?",
            List.of(low, low + 65, 13, p),
            IntStream.range(0, ROWS)
                .mapToObj(at -> List.<Object>of((long) at, 1 + at * STRIDE % ROWS / 5))
                .toList()));
  }

  /** What is asked of all groups; the answer comes in several pages. */
  static Question questionOfGroups() {
    List<List<Object>> groups = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      double low = 100.0 * p;
      groups.add(List.of(p, low + 32, low + 64, (long) ROWS));
    }
    return new Question(
        "SELECT p, stats.mean(d), stats.tdigest_quantile(stats.tdigest(i), ?),"
            + " stats.moments_count(stats.moments(d)) FROM shop.samples GROUP BY p",
        List.of(1.0),
        groups);
  }

  private static Question question(String cql, List<Object> arguments, List<Object> row) {
    return new Question(cql, arguments, List.of(row));
  }
}
