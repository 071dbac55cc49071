/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.BatchWriter;
import org.cassandrastats.bench.measure.StudyRowWriter;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/** The tables of {@link DirectStudy}, each with the same values. */
record DirectTables(StudyContext bench, int rows) {
  private static final String KEY = "PRIMARY KEY (sensor, at)";

  /** Rows of so many columns stay below the size of a batch that Cassandra refuses. */
  private static final int WIDE_ROWS_PER_BATCH = 16;

  private static final int BATCHES_IN_FLIGHT = 16;
  private static final int SHOWN = 1000;

  /** A row in so many is in the first SSTable only, and the one behind it in the second only. */
  private static final int QUARTERS = 4;

  /** Nothing is joined once this is loaded. */
  void loadTwo() {
    String table = DirectStorage.TWO.table();
    BenchKeyspace.createTable(
        bench.session(),
        table,
        "sensor int, at bigint, value double, " + KEY,
        "compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
    write(table, 1, 0.5);
    bench.management().flush(table);
    write(table, 0, 0);
    bench.management().flush(table);
    long sstables = bench.management().files().sstables(table);
    if (sstables != 2) {
      throw new UserError("%s has %d SSTables instead of 2".formatted(table, sstables));
    }
  }

  /**
   * Writes three quarters of the rows.
   *
   * @param leftOut which quarter is not written
   * @param added to the values of rows that are written once more
   */
  private void write(String table, int leftOut, double added) {
    StudyRowWriter writer = new StudyRowWriter(bench.target(), table, ConsistencyLevel.ALL);
    try (Progress progress = bench.console().progress("Loading " + table, rows, "rows")) {
      for (int row = 0; row < rows; row++) {
        int quarter = row % QUARTERS;
        if (quarter != leftOut) {
          writer.add(1, row, bench.column().value(row) + (quarter > 1 ? added : 0));
        }
        show(progress, row);
      }
      writer.finish();
    }
  }

  /** Nothing is written to disk once this is loaded. */
  void loadMemtable() {
    String table = DirectStorage.MEMTABLE.table();
    BenchKeyspace.createTable(
        bench.session(), table, "sensor int, at bigint, value double, " + KEY);
    bench.load(table, bench.column(), rows, 1, 1);
    if (bench.management().diskBytes(table) > 0) {
      throw new UserError("--rows is %d: a memtable does not hold so many".formatted(rows));
    }
  }

  /** Each column has the same values. */
  void loadWide(DirectStorage storage) {
    String table = storage.table();
    int columns = storage.columns();
    List<String> others =
        IntStream.range(1, columns).mapToObj(column -> "other_" + column).toList();
    BenchKeyspace.createTable(
        bench.session(),
        table,
        others.stream()
            .map(column -> column + " double, ")
            .collect(Collectors.joining("", "sensor int, at bigint, value double, ", KEY)));
    PreparedStatement insert =
        bench
            .session()
            .prepare(
                "INSERT INTO %s (sensor, at, value, %s) VALUES (1%s)"
                    .formatted(table, String.join(", ", others), ", ?".repeat(columns + 1)));
    BatchWriter writer =
        new BatchWriter(
            bench.target(), ConsistencyLevel.ALL, WIDE_ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    try (Progress progress = bench.console().progress("Loading " + table, rows, "rows")) {
      for (int row = 0; row < rows; row++) {
        Object[] values = new Object[columns + 1];
        Arrays.fill(values, bench.column().value(row));
        values[0] = (long) row;
        writer.add(1, insert.bind(values));
        show(progress, row);
      }
      writer.finish();
    }
  }

  private static void show(Progress progress, int row) {
    if (row % SHOWN == 0) {
      progress.reached(row);
    }
  }
}
