/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.stream.IntStream;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.StudyRowWriter;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Replicas;
import org.cassandrastats.cli.console.Progress;

/**
 * Partitions of which the last replica has an older version: rows were added, changed and deleted.
 *
 * @param rows of each partition before that
 * @param changed every how manieth row was changed; as many were added
 * @param partitions of the table that reads repair, one for each of them; the other one has one
 */
record MissedWrites(StudyContext bench, int rows, int changed, int partitions) {
  static final String REPAIRED = BenchKeyspace.table("repaired");
  static final String UNREPAIRED = BenchKeyspace.table("unrepaired");

  /** So much more than before that no mean of old and new values looks like that of new ones. */
  private static final double MORE = 1000;

  /** Which part of the rows was deleted. */
  private static final int DELETED = 16;

  /** Fills the tables, and then changes them while one replica is away. */
  static MissedWrites load(StudyContext bench, int rows, int changed, int partitions) {
    MissedWrites missed = new MissedWrites(bench, rows, changed, partitions);
    BenchKeyspace.createReadings(bench.session(), REPAIRED, "read_repair = 'BLOCKING'");
    BenchKeyspace.createReadings(bench.session(), UNREPAIRED, "read_repair = 'NONE'");
    missed.fill(REPAIRED, partitions);
    missed.fill(UNREPAIRED, 1);
    bench.target().flushAndCompact();
    new Replicas(bench.target().management())
        .withoutLast(
            () -> {
              missed.change(REPAIRED, partitions);
              missed.change(UNREPAIRED, 1);
            });
    return missed;
  }

  private int size() {
    return rows + rows / changed;
  }

  private double before(int row) {
    return bench.column().value(row % bench.column().size());
  }

  private double after(int row) {
    return before(row) + (row >= rows || row % changed == 0 ? MORE : 0);
  }

  private int endOfDeleted() {
    return rows / 2 + Math.max(1, rows / DELETED);
  }

  private boolean isDeleted(int row) {
    return row >= rows / 2 && row < endOfDeleted();
  }

  private void fill(String table, int count) {
    StudyRowWriter writer = new StudyRowWriter(bench.target(), table, ConsistencyLevel.ALL);
    try (Progress progress = bench.console().progress("Loading " + table, count, "partitions")) {
      for (int partition = 1; partition <= count; partition++) {
        for (int row = 0; row < rows; row++) {
          writer.add(partition, row, before(row));
        }
        progress.reached(partition);
      }
      writer.finish();
    }
  }

  private void change(String table, int count) {
    StudyRowWriter writer = new StudyRowWriter(bench.target(), table, ConsistencyLevel.QUORUM);
    // The replica that is away still takes requests of clients, and writes what it coordinates.
    writer.through(bench.nodes().get(0));
    try (Progress progress = bench.console().progress("Changing " + table, count, "partitions")) {
      for (int partition = 1; partition <= count; partition++) {
        for (int row = 0;
            row < size();
            row = row < rows ? Math.min(rows, row + changed) : row + 1) {
          writer.add(partition, row, after(row));
        }
        progress.reached(partition);
      }
      writer.finish();
    }
    for (int partition = 1; partition <= count; partition++) {
      delete(table, partition);
    }
  }

  private void delete(String table, int partition) {
    bench
        .session()
        .execute(
            SimpleStatement.newInstance(
                    "DELETE FROM " + table + " WHERE sensor = ? AND at >= ? AND at < ?",
                    partition,
                    (long) rows / 2,
                    (long) endOfDeleted())
                .setNode(bench.nodes().get(0))
                .setConsistencyLevel(ConsistencyLevel.QUORUM));
  }

  /** What a read that sees the changes has to give, of so many partitions. */
  ExactPart exact(int read) {
    return new ExactPart(
        IntStream.range(0, read)
            .flatMap(each -> IntStream.range(0, size()))
            .filter(row -> !isDeleted(row))
            .mapToDouble(this::after)
            .toArray());
  }
}
